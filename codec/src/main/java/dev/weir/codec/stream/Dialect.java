package dev.weir.codec.stream;

import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.FrameEncoder;
import dev.weir.codec.Limits;
import dev.weir.codec.awsstream.InvokeUnwrapper;
import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.DialectEncoder;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.EventSource;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.anthropic.AnthropicChunkTable;
import dev.weir.codec.dialect.anthropic.AnthropicDecoder;
import dev.weir.codec.dialect.anthropic.AnthropicEncoder;
import dev.weir.codec.dialect.anthropic.AnthropicNextRequest;
import dev.weir.codec.dialect.bedrock.ConverseNextRequest;
import dev.weir.codec.dialect.chat.ChatChunkTable;
import dev.weir.codec.dialect.chat.ChatDecoder;
import dev.weir.codec.dialect.chat.ChatEncoder;
import dev.weir.codec.dialect.chat.ChatNextRequest;
import dev.weir.codec.dialect.cohere.CohereChunkTable;
import dev.weir.codec.dialect.cohere.CohereDecoder;
import dev.weir.codec.dialect.cohere.CohereNextRequest;
import dev.weir.codec.dialect.gemini.GeminiChunkTable;
import dev.weir.codec.dialect.gemini.GeminiDecoder;
import dev.weir.codec.dialect.gemini.GeminiEncoder;
import dev.weir.codec.dialect.gemini.GeminiNextRequest;
import dev.weir.codec.dialect.interactions.InteractionsChunkTable;
import dev.weir.codec.dialect.interactions.InteractionsDecoder;
import dev.weir.codec.dialect.ollama.OllamaChunkTable;
import dev.weir.codec.dialect.ollama.OllamaDecoder;
import dev.weir.codec.dialect.ollama.OllamaEncoder;
import dev.weir.codec.dialect.ollama.OllamaNextRequest;
import dev.weir.codec.dialect.responses.ResponsesChunkTable;
import dev.weir.codec.dialect.responses.ResponsesDecoder;
import dev.weir.codec.dialect.responses.ResponsesEncoder;
import dev.weir.codec.dialect.responses.ResponsesNextRequest;
import dev.weir.codec.dialect.xai.XaiNextRequest;
import dev.weir.codec.ndjson.NdjsonEncoder;
import dev.weir.codec.sse.SseDecoder;
import dev.weir.codec.sse.SseEncoder;
import dev.weir.event.Response;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The wire protocols that Weir speaks. Several providers may share one. */
public enum Dialect {
  OPENAI_RESPONSES("openai-responses") {
    @Override
    DialectDecoder decoder(EventWriter writer, DecodeOptions options) {
      return new ResponsesDecoder(writer, options.limits());
    }

    @Override
    public ChunkTable chunkTable() {
      return new ResponsesChunkTable();
    }
  },
  OPENAI_CHAT("openai-chat") {
    @Override
    DialectDecoder decoder(EventWriter writer, DecodeOptions options) {
      return new ChatDecoder(writer, options.chat());
    }

    @Override
    public ChunkTable chunkTable() {
      return new ChatChunkTable();
    }
  },

  ANTHROPIC("anthropic") {
    @Override
    DialectDecoder decoder(EventWriter writer, DecodeOptions options) {
      return new AnthropicDecoder(writer);
    }

    @Override
    public ChunkTable chunkTable() {
      return new AnthropicChunkTable();
    }
  },

  BEDROCK("bedrock") {
    @Override
    DialectDecoder decoder(EventWriter writer, DecodeOptions options) {
      return new BedrockDecoder(writer, options.chat());
    }

    @Override
    public ChunkTable chunkTable() {
      return new BedrockChunkTable();
    }

    @Override
    public Decoder<byte[], Frame> framing(Limits limits) {
      return SniffedFraming.messagesOrLines(limits.maxFrameBytes())
          .then(new InvokeUnwrapper(limits));
    }
  },

  GEMINI("gemini") {
    @Override
    DialectDecoder decoder(EventWriter writer, DecodeOptions options) {
      return new GeminiDecoder(writer, options.limits());
    }

    @Override
    public ChunkTable chunkTable() {
      return new GeminiChunkTable();
    }

    @Override
    public Decoder<byte[], Frame> framing(Limits limits) {
      return SniffedFraming.eventsOrArray(limits.maxFrameBytes());
    }
  },

  GEMINI_INTERACTIONS("gemini-interactions") {
    @Override
    DialectDecoder decoder(EventWriter writer, DecodeOptions options) {
      return new InteractionsDecoder(writer, options.limits());
    }

    @Override
    public ChunkTable chunkTable() {
      return new InteractionsChunkTable();
    }
  },

  OLLAMA("ollama") {
    @Override
    DialectDecoder decoder(EventWriter writer, DecodeOptions options) {
      return new OllamaDecoder(writer);
    }

    @Override
    public ChunkTable chunkTable() {
      return new OllamaChunkTable();
    }

    @Override
    public Decoder<byte[], Frame> framing(Limits limits) {
      return SniffedFraming.eventsOrLines(limits.maxFrameBytes());
    }
  },

  COHERE("cohere") {
    @Override
    DialectDecoder decoder(EventWriter writer, DecodeOptions options) {
      return new CohereDecoder(writer, options.limits());
    }

    @Override
    public ChunkTable chunkTable() {
      return new CohereChunkTable();
    }

    @Override
    public Decoder<byte[], Frame> framing(Limits limits) {
      return SniffedFraming.eventsOrLines(limits.maxFrameBytes());
    }
  },

  /** Read by the module {@code weir-xai}, because its chunks are protobuf. */
  XAI("xai") {
    @Override
    DialectDecoder decoder(EventWriter writer, DecodeOptions options) {
      return ForeignDialect.of(this).decoder(writer);
    }

    @Override
    public ChunkTable chunkTable() {
      return ForeignDialect.of(this).chunkTable();
    }

    @Override
    public Decoder<byte[], Frame> framing(Limits limits) {
      return ForeignDialect.of(this).framing(limits);
    }
  };

  private final String word;

  Dialect(String word) {
    this.word = word;
  }

  /** The name used on the command line and in recordings. */
  public String word() {
    return word;
  }

  public static Optional<Dialect> of(String word) {
    return Arrays.stream(values()).filter(d -> d.word.equals(word)).findFirst();
  }

  abstract DialectDecoder decoder(EventWriter writer, DecodeOptions options);

  public abstract ChunkTable chunkTable();

  /** Cuts this dialect's bytes into frames. */
  public Decoder<byte[], Frame> framing(Limits limits) {
    return SseDecoder.forProviders(limits.maxFrameBytes());
  }

  /** Whether Weir can write this dialect. */
  public boolean canEncode() {
    return switch (this) {
      case OPENAI_CHAT, OPENAI_RESPONSES, ANTHROPIC, GEMINI, OLLAMA -> true;
      case BEDROCK, GEMINI_INTERACTIONS, COHERE, XAI -> false;
    };
  }

  /** What an encoder of the target has to know about events of this dialect. */
  public EventSource asSourceFor(Dialect target) {
    return this == target ? EventSource.SAME_DIALECT : EventSource.FOREIGN;
  }

  /**
   * Writes this dialect's frames from events.
   *
   * @throws IllegalArgumentException if the dialect can only be read
   */
  public DialectEncoder encoder(EventSource source, EncodeOptions options) {
    return switch (this) {
      case OPENAI_CHAT -> new ChatEncoder(options, source);
      case OPENAI_RESPONSES -> new ResponsesEncoder(options, source);
      case ANTHROPIC -> new AnthropicEncoder(options, source);
      case GEMINI -> new GeminiEncoder(options, source);
      case OLLAMA -> new OllamaEncoder(options, source);
      case BEDROCK, GEMINI_INTERACTIONS, COHERE, XAI -> throw cannotEncode();
    };
  }

  /**
   * What the next request holds to go on from a response of this dialect, with every id, signature
   * and encrypted part in its place: a JSON object, whose arrays are appended to the request's
   * fields of the same names ({@code messages}, {@code input}, {@code contents}), and whose other
   * fields are set.
   *
   * @throws IllegalArgumentException for {@link #GEMINI_INTERACTIONS}, in which Weir does not ask
   */
  public String nextRequest(Response response) {
    return switch (this) {
      case OPENAI_CHAT -> ChatNextRequest.of(response);
      case OPENAI_RESPONSES -> ResponsesNextRequest.of(response);
      case ANTHROPIC -> AnthropicNextRequest.of(response);
      case GEMINI -> GeminiNextRequest.of(response);
      case BEDROCK -> ConverseNextRequest.of(response);
      case OLLAMA -> OllamaNextRequest.of(response);
      case COHERE -> CohereNextRequest.of(response);
      case XAI -> XaiNextRequest.of(response);
      case GEMINI_INTERACTIONS ->
          throw new IllegalArgumentException(
              "Weir does not ask in gemini-interactions: its next request names the interaction"
                  + " before it; ask in gemini");
    };
  }

  private IllegalArgumentException cannotEncode() {
    return new IllegalArgumentException(
        "Weir reads %s but does not write it; it writes %s"
            .formatted(
                word,
                Arrays.stream(values())
                    .filter(Dialect::canEncode)
                    .map(Dialect::word)
                    .collect(Collectors.joining(", "))));
  }

  /** Puts this dialect's frames into bytes. */
  FrameEncoder framingOut() {
    return switch (this) {
      case GEMINI -> SseEncoder.crlf();
      case OLLAMA -> new NdjsonEncoder();
      case OPENAI_CHAT, OPENAI_RESPONSES, ANTHROPIC, BEDROCK, GEMINI_INTERACTIONS, COHERE, XAI ->
          SseEncoder.lf();
    };
  }
}
