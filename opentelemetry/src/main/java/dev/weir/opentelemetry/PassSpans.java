package dev.weir.opentelemetry;

import dev.weir.client.call.CallEvent;
import dev.weir.client.call.CallSink;
import dev.weir.client.call.StreamCall;
import dev.weir.client.call.Upstream;
import dev.weir.codec.request.Request;
import dev.weir.event.StreamMetrics;
import dev.weir.event.Usage;
import dev.weir.event.Verdict;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Opens a span for each response. */
record PassSpans(Tracer tracer) implements Upstream.Opening {
  private static final double MICROS = 1e6;

  @Override
  public StreamCall open(Upstream upstream, Request request, CallSink sink) {
    String model = request.modelName();
    SpanBuilder builder =
        tracer
            .spanBuilder(model == null ? Names.CHAT : Names.CHAT + " " + model)
            .setSpanKind(SpanKind.CLIENT)
            .setAttribute(Names.OPERATION, Names.CHAT)
            .setAttribute(Names.PROVIDER, upstream.name());
    if (model != null) {
      builder.setAttribute(Names.REQUEST_MODEL, model);
    }
    Span span = builder.startSpan();
    CallSink ending =
        event -> {
          if (event instanceof CallEvent.Measured measured) {
            end(span, measured.metrics());
          } else if (event instanceof CallEvent.Asking asking) {
            span.setAttribute(Names.PROVIDER, asking.provider());
          }
        };
    try {
      return upstream.open(request, ending.andThen(sink));
    } catch (IllegalArgumentException refused) {
      span.setStatus(StatusCode.ERROR, String.valueOf(refused.getMessage())).end();
      throw refused;
    }
  }

  private static void end(Span span, StreamMetrics metrics) {
    String answered = metrics.outcome().modelName();
    if (answered != null) {
      span.setAttribute(Names.RESPONSE_MODEL, answered);
    }
    String id = metrics.outcome().responseId();
    if (id != null) {
      span.setAttribute(Names.RESPONSE_ID, id);
    }
    Long first = metrics.timing().firstOutput();
    if (first != null) {
      span.setAttribute(Names.FIRST_CHUNK, first / MICROS);
    }
    Usage usage = metrics.usage();
    if (usage != null) {
      count(span, Names.INPUT, usage.inputTokens());
      count(span, Names.OUTPUT, usage.outputTokens());
      count(span, Names.CACHE_READ, usage.cachedInputTokens());
      count(span, Names.CACHE_WRITE, usage.cacheWriteTokens());
      count(span, Names.REASONING, usage.reasoningTokens());
    }
    Verdict verdict = metrics.verdict();
    if (verdict != null && verdict.isNatural()) {
      span.setAttribute(Names.FINISH_REASONS, List.of(verdict.name().toLowerCase(Locale.ROOT)));
    } else {
      span.setAttribute(Names.ERROR, String.valueOf(verdict)).setStatus(StatusCode.ERROR);
    }
    span.end();
  }

  private static void count(Span span, String name, @Nullable Long tokens) {
    if (tokens != null) {
      span.setAttribute("gen_ai.usage." + name, tokens);
    }
  }
}
