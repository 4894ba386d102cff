package dev.weir.codec.dialect.bedrock;

import dev.weir.codec.Frame;
import dev.weir.codec.awsstream.AwsStreamDecoder;
import dev.weir.codec.dialect.DecodeOptions;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.DialectDecoder;
import dev.weir.codec.dialect.EventWriter;
import dev.weir.codec.json.Json;
import dev.weir.event.StreamFault;
import dev.weir.event.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a Bedrock stream with the decoder that its first chunk asks for.
 *
 * <p>Exceptions and broken framing are the same whatever the chunks are, so they are read here. An
 * exception fails the response at once. Models behind InvokeModel speak dialects of their own,
 * which the caller gives.
 */
final class BedrockDecoder implements DialectDecoder {
  private final EventWriter writer;
  private final DecodeOptions options;
  private final List<Dialect> models;
  private @Nullable DialectDecoder chosen;

  BedrockDecoder(EventWriter writer, DecodeOptions options, List<Dialect> models) {
    this.writer = writer;
    this.options = options;
    this.models = models;
  }

  @Override
  public boolean chunk(Frame frame, Json chunk) {
    if (frame.event().equals(AwsStreamDecoder.MALFORMED)) {
      malformed(chunk);
      return true;
    }
    DialectDecoder decoder = chosen;
    if (decoder == null) {
      decoder = choose(frame, chunk);
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

  /** Text models come before the others: one of them has {@code choices}, as a chat does. */
  private @Nullable DialectDecoder choose(Frame frame, Json chunk) {
    if (ConverseDecoder.isMarked(frame, chunk)) {
      return new ConverseDecoder(writer);
    }
    if (TextModelDecoder.isMarked(chunk)) {
      return new TextModelDecoder(writer);
    }
    for (Dialect model : models) {
      if (model.isMarked(chunk)) {
        return model.decoder(writer, options);
      }
    }
    return null;
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
