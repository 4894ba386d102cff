package dev.weir.codec.stream;

import dev.weir.codec.Frame;
import dev.weir.codec.awsstream.AwsStreamDecoder;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.dialect.anthropic.AnthropicDecoder;
import dev.weir.codec.dialect.bedrock.BedrockErrors;
import dev.weir.codec.dialect.bedrock.ConverseDecoder;
import dev.weir.codec.dialect.bedrock.TextModelDecoder;
import dev.weir.codec.dialect.chat.ChatDecoder;
import dev.weir.codec.dialect.chat.ChatOptions;
import dev.weir.codec.json.Json;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import org.jspecify.annotations.Nullable;

/**
 * Reads a Bedrock stream with the decoder that its first chunk asks for.
 *
 * <p>Exceptions and broken framing are the same whatever the chunks are, so they are read here. An
 * exception fails the response at once. It stands beside the dialects because it is the one place
 * that must know several of them.
 */
final class BedrockDecoder implements DialectDecoder {
  private final EventWriter writer;
  private final ChatOptions chatOptions;
  private @Nullable DialectDecoder chosen;

  BedrockDecoder(EventWriter writer, ChatOptions chatOptions) {
    this.writer = writer;
    this.chatOptions = chatOptions;
  }

  @Override
  public boolean chunk(Frame frame, Json chunk) {
    if (frame.event().equals(AwsStreamDecoder.MALFORMED)) {
      malformed(chunk);
      return true;
    }
    DialectDecoder decoder = chosen;
    if (decoder == null) {
      decoder = choose(BedrockShape.of(frame, chunk));
    }
    StreamFault error = BedrockErrors.of(frame, chunk);
    if (error != null) {
      writer.fault(error);
      writer.end(Verdict.FAILED, null);
      return true;
    }
    if (decoder == null) {
      String name = frame.event().isEmpty() ? "chunk" : frame.event();
      writer.unrecognized(name, chunk.toText());
      return false;
    }
    chosen = decoder;
    return decoder.chunk(frame, chunk);
  }

  private @Nullable DialectDecoder choose(BedrockShape shape) {
    return switch (shape) {
      case CONVERSE -> new ConverseDecoder(writer);
      case ANTHROPIC -> new AnthropicDecoder(writer);
      case CHAT -> new ChatDecoder(writer, chatOptions);
      case TEXT_MODEL -> new TextModelDecoder(writer);
      case UNKNOWN -> null;
    };
  }

  private void malformed(Json report) {
    writer.fault(StreamFault.Kind.MALFORMED, report.get("message").textOrEmpty());
    if (report.get("fatal").isTrue()) {
      if (isSettled()) {
        end();
      }
      writer.end(Verdict.FAILED, null);
    }
  }

  @Override
  public void done() {
    DialectDecoder decoder = chosen;
    if (decoder != null) {
      decoder.done();
    }
  }

  @Override
  public boolean isSettled() {
    DialectDecoder decoder = chosen;
    return writer.isEnded() || (decoder != null && decoder.isSettled());
  }

  @Override
  public void end() {
    DialectDecoder decoder = chosen;
    if (decoder != null) {
      decoder.end();
    }
    writer.end(Verdict.TRUNCATED, null);
  }
}
