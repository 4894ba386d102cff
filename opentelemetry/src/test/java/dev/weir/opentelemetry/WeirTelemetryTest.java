package dev.weir.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.client.Weir;
import dev.weir.client.tool.java.JavaTools;
import dev.weir.client.tool.java.ToolMethod;
import dev.weir.codec.registry.Dialects;
import dev.weir.codec.request.Request;
import dev.weir.sim.junit.SimulatorExtension;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.SpanData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class WeirTelemetryTest {
  @RegisterExtension
  static final OpenTelemetryExtension TELEMETRY = OpenTelemetryExtension.create();

  @RegisterExtension
  static final SimulatorExtension SIMULATOR =
      SimulatorExtension.of(
              """
              answers:
                - when: {result: temperature}
                  say: [{text: [It is, " warm."]}]
                  usage: {input: 30, output: 4}
                - when: {text: Bonn, tools: temperature}
                  say: [{call: temperature, arguments: {city: Bonn}}]
                  usage: {input: 20, output: 6}
                - say: [{text: Because of the air.}]
                  usage: {input: 12, output: 7, cached: 4, cache_write: 3}
              """)
          .in(Dialects.ANTHROPIC);

  static final class Weather {
    @ToolMethod("The temperature in a city, now")
    double temperature(String city) {
      // Whatever a tool does belongs to the span of its run.
      TELEMETRY.getOpenTelemetry().getTracer("test").spanBuilder("look").startSpan().end();
      return 21.5;
    }
  }

  private static SpanData span(String name) {
    return TELEMETRY.getSpans().stream()
        .filter(span -> span.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static MetricData metric(String name) {
    return TELEMETRY.getMetrics().stream()
        .filter(metric -> metric.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aResponseHasASpanAndFigures(Weir weir) {
    OpenTelemetry openTelemetry = TELEMETRY.getOpenTelemetry();
    Weir watched = WeirTelemetry.to(openTelemetry).watch(weir);
    var unused = watched.ask(Request.of("Why?").withModel("m")).orThrow();
    SpanData chat = span("chat m");
    assertThat(chat.getKind()).isEqualTo(SpanKind.CLIENT);
    assertThat(chat.getAttributes().asMap())
        .containsEntry(Names.OPERATION, "chat")
        .containsEntry(Names.PROVIDER, "simulator")
        .containsEntry(Names.RESPONSE_MODEL, "m")
        .containsEntry(AttributeKey.longKey("gen_ai.usage.input_tokens"), 12L)
        .containsEntry(AttributeKey.longKey("gen_ai.usage.cache_write.input_tokens"), 3L)
        .containsKey(Names.FIRST_CHUNK);
    assertThat(chat.getParentSpanId()).isEqualTo(span("weir.ask").getSpanId());
    assertThat(
            metric("gen_ai.client.inference.usage.cache_read.input_tokens")
                .getLongSumData()
                .getPoints())
        .singleElement()
        .satisfies(point -> assertThat(point.getValue()).isEqualTo(4));
    assertThat(metric("gen_ai.client.inference.duration").getHistogramData().getPoints())
        .singleElement()
        .satisfies(point -> assertThat(point.getCount()).isEqualTo(1));
    assertThat(
            metric("gen_ai.client.inference.time_per_output_chunk").getHistogramData().getPoints())
        .singleElement()
        .satisfies(point -> assertThat(point.getCount()).as("four deltas").isEqualTo(3));
  }

  @Test
  void aTurnHasASpanForEachPassAndEachToolInThatOfTheQuestion(Weir weir) {
    WeirTelemetry telemetry = WeirTelemetry.to(TELEMETRY.getOpenTelemetry());
    Weir assistant = telemetry.watch(weir).withTools(telemetry.watch(JavaTools.of(new Weather())));
    Span request =
        TELEMETRY.getOpenTelemetry().getTracer("test").spanBuilder("request").startSpan();
    Runnable asking = () -> assistant.ask("How warm is it in Bonn?").orThrow();
    Context.current().with(request).wrap(asking).run();
    request.end();
    SpanData ask = span("weir.ask");
    assertThat(ask.getParentSpanId()).isEqualTo(span("request").getSpanId());
    assertThat(TELEMETRY.getSpans().stream().filter(span -> span.getName().equals("chat")))
        .hasSize(2)
        .allSatisfy(pass -> assertThat(pass.getParentSpanId()).isEqualTo(ask.getSpanId()));
    SpanData tool = span("execute_tool temperature");
    assertThat(tool.getParentSpanId()).isEqualTo(ask.getSpanId());
    assertThat(span("look").getParentSpanId()).isEqualTo(tool.getSpanId());
    assertThat(metric("gen_ai.execute_tool.duration").getHistogramData().getPoints()).hasSize(1);
  }

  @Test
  void aResponseThatFailsIsAnErrorOfItsSpan(Weir weir) {
    Weir watched = WeirTelemetry.to(TELEMETRY.getOpenTelemetry()).watch(weir);
    var unused = watched.ask(Request.of("?").withModel("sim-fault-401"));
    SpanData chat = span("chat sim-fault-401");
    assertThat(chat.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(chat.getAttributes().get(Names.ERROR)).isEqualTo("FAILED");
    assertThat(span("weir.ask").hasEnded()).isTrue();
  }
}
