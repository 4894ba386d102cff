package dev.weir.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.anthropic.errors.AnthropicServiceException;
import com.anthropic.models.messages.MessageCreateParams;
import com.google.genai.errors.ClientException;
import com.google.genai.types.Content;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.Part;
import com.openai.errors.OpenAIServiceException;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.responses.ResponseCreateParams;
import dev.weir.gateway.GatewayOptions;
import dev.weir.gateway.security.Keys;
import dev.weir.gateway.settings.RequestLimits;
import dev.weir.gateway.settings.StreamLimits;
import dev.weir.sim.SimulatorOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What cannot be asked is the exception that each of the providers' own clients has for it, with
 * the error body of its dialect.
 */
class OfficialClientsRefusedTest {
  private static final int MAX_BODY_BYTES = 10_000;

  @TempDir private Path folder;

  /** One of the providers' own clients. */
  enum Client {
    OPENAI_CHAT {
      @Override
      void ask(DialectGateway gateway, String model, String prompt) {
        var asked = ChatCompletionCreateParams.builder().model(model).addUserMessage(prompt);
        gateway.openai(client -> client.chat().completions().create(asked.build()));
      }

      @Override
      void askWrongly(DialectGateway gateway) {
        var asked =
            ChatCompletionCreateParams.builder()
                .model("m")
                .addUserMessage("hi")
                .putAdditionalBodyProperty(
                    "temperature", com.openai.core.JsonValue.from("not a number"));
        gateway.openai(client -> client.chat().completions().create(asked.build()));
      }
    },

    OPENAI_RESPONSES {
      @Override
      void ask(DialectGateway gateway, String model, String prompt) {
        var asked = ResponseCreateParams.builder().model(model).input(prompt);
        gateway.openai(client -> client.responses().create(asked.build()));
      }

      @Override
      void askWrongly(DialectGateway gateway) {
        var asked =
            ResponseCreateParams.builder()
                .model("m")
                .putAdditionalBodyProperty("input", com.openai.core.JsonValue.from(7));
        gateway.openai(client -> client.responses().create(asked.build()));
      }
    },

    ANTHROPIC {
      @Override
      void ask(DialectGateway gateway, String model, String prompt) {
        var asked = MessageCreateParams.builder().model(model).maxTokens(9).addUserMessage(prompt);
        gateway.anthropic(client -> client.messages().create(asked.build()));
      }

      @Override
      void askWrongly(DialectGateway gateway) {
        var asked =
            MessageCreateParams.builder()
                .model("m")
                .maxTokens(9)
                .addUserMessage("hi")
                .putAdditionalBodyProperty("system", com.anthropic.core.JsonValue.from(7));
        gateway.anthropic(client -> client.messages().create(asked.build()));
      }
    },

    GEMINI {
      @Override
      void ask(DialectGateway gateway, String model, String prompt) {
        var none = GenerateContentConfig.builder().build();
        gateway.gemini(client -> client.models.generateContent(model, prompt, none));
      }

      @Override
      void askWrongly(DialectGateway gateway) {
        var wizard = Content.builder().role("wizard").parts(Part.fromText("hi")).build();
        var none = GenerateContentConfig.builder().build();
        gateway.gemini(client -> client.models.generateContent("m", wizard, none));
      }
    };

    abstract void ask(DialectGateway gateway, String model, String prompt);

    /** Asks for what is not a request of the dialect. */
    abstract void askWrongly(DialectGateway gateway);
  }

  /**
   * What a client threw, in words that all have.
   *
   * @param exception the name of its class
   * @param type the dialect's word for what is wrong, read by the client from the error's body
   */
  private record Refused(String exception, int status, String type, String message) {
    static Refused of(Throwable thrown) {
      return switch (thrown) {
        case OpenAIServiceException e ->
            new Refused(name(e), e.statusCode(), e.type().orElse("?"), e.body().toString());
        case AnthropicServiceException e ->
            new Refused(
                name(e),
                e.statusCode(),
                e.type().map(type -> type.asString()).orElse("?"),
                e.apiMessage().orElse(""));
        case ClientException e -> new Refused(name(e), e.code(), e.status(), e.message());
        default -> throw new AssertionError("not an exception of the client's own", thrown);
      };
    }

    private static String name(Throwable thrown) {
      return thrown.getClass().getSimpleName();
    }
  }

  private static Refused refusal(Runnable asking) {
    return Refused.of(catchThrowable(asking::run));
  }

  private static void isRefused(
      Client client, Refused seen, int status, String openAi, String anthropic, String gemini) {
    String exception =
        switch (status) {
          case 400 -> "BadRequestException";
          case 401 -> "UnauthorizedException";
          case 404 -> "NotFoundException";
          default ->
              client == Client.ANTHROPIC
                  ? "ContentTooLargeException"
                  : "UnexpectedStatusCodeException";
        };
    var expected =
        switch (client) {
          case OPENAI_CHAT, OPENAI_RESPONSES ->
              new Refused(exception, status, openAi, seen.message());
          case ANTHROPIC -> new Refused(exception, status, anthropic, seen.message());
          case GEMINI -> new Refused("ClientException", status, gemini, seen.message());
        };
    assertThat(seen).isEqualTo(expected);
  }

  private DialectGateway gateway(GatewayOptions options, String provider, Map<String, String> names)
      throws Exception {
    return DialectGateway.start(options, SimulatorOptions.defaults().atOnce(), provider, names);
  }

  @ParameterizedTest
  @EnumSource
  void aModelThatNobodyHas(Client client) throws Exception {
    try (var gateway = gateway(GatewayOptions.local(0, folder), "openai-chat", Map.of())) {
      Refused seen = refusal(() -> client.ask(gateway, "no-such-model", "hi"));
      isRefused(client, seen, 404, "not_found_error", "not_found_error", "NOT_FOUND");
      assertThat(seen.message()).contains("no-such-model");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aKeyThatIsNotOneOfTheGateways(Client client) throws Exception {
    var keys = Keys.of(Map.of("alice", Keys.hash(Keys.newKey())));
    var options = GatewayOptions.local(0, folder).withKeys(keys);
    try (var gateway = gateway(options, "openai-chat", Map.of("*", "openai-chat/m"))) {
      Refused seen = refusal(() -> client.ask(gateway, "m", "hi"));
      isRefused(
          client, seen, 401, "authentication_error", "authentication_error", "UNAUTHENTICATED");
      assertThat(seen.message()).containsIgnoringCase("key");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aBodyThatIsTooLarge(Client client) throws Exception {
    var limits =
        new RequestLimits(
            /* headerTime= */ Duration.ofSeconds(10),
            MAX_BODY_BYTES,
            /* maxBodiesBytes= */ 1 << 20,
            /* minBodyBytesPerSecond= */ 1,
            /* maxConnections= */ 10,
            /* maxConnectionsPerAddress= */ 10);
    var options = GatewayOptions.local(0, folder).withLimits(StreamLimits.DEFAULT, limits);
    try (var gateway = gateway(options, "openai-chat", Map.of("*", "openai-chat/m"))) {
      Refused seen = refusal(() -> client.ask(gateway, "m", "x".repeat(2 * MAX_BODY_BYTES)));
      isRefused(client, seen, 413, "request_too_large", "request_too_large", "INVALID_ARGUMENT");
      assertThat(seen.message()).contains("10,000");
    }
  }

  static List<Arguments> pairs() {
    List<Arguments> pairs = new ArrayList<>();
    for (Client client : Client.values()) {
      DialectGateway.PROVIDERS
          .keySet()
          .forEach(provider -> pairs.add(Arguments.of(client, provider)));
    }
    return pairs;
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void aRequestThatIsNotOneOfTheDialect(Client client, String provider) throws Exception {
    Map<String, String> any = Map.of("*", provider + "/m");
    try (var gateway = gateway(GatewayOptions.local(0, folder), provider, any)) {
      Refused seen = refusal(() -> client.askWrongly(gateway));
      isRefused(
          client, seen, 400, "invalid_request_error", "invalid_request_error", "INVALID_ARGUMENT");
      assertThat(seen.message()).containsAnyOf("temperature", "input", "system", "contents");
    }
  }
}
