package dev.weir.cli;

import dev.weir.codec.FrameEncoder;
import dev.weir.codec.chunk.Chunk;
import dev.weir.codec.dialect.Dialect;
import dev.weir.codec.dialect.DialectEncoder;
import dev.weir.codec.dialect.EncodeOptions;
import dev.weir.codec.dialect.Loss;
import dev.weir.event.StreamEvent;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Writes one stream as a provider of another dialect would have sent it. */
final class TranslatedStream implements StreamOutput {
  private final PrintStream out;
  private final Dialect from;
  private final Dialect to;
  private final @Nullable String modelName;
  private final FrameEncoder framing;
  private @Nullable DialectEncoder encoder;

  TranslatedStream(PrintStream out, Dialect from, Dialect to, @Nullable String modelName) {
    this.out = out;
    this.from = from;
    this.to = to;
    this.modelName = modelName;
    this.framing = to.streamForm().framing().get();
  }

  @Override
  public boolean wantsChunks() {
    return false;
  }

  @Override
  public void chunk(Chunk chunk) {}

  @Override
  public void event(StreamEvent event, long atMillis) {
    encoder(atMillis).accept(event, frame -> out.writeBytes(framing.encode(frame)));
  }

  @Override
  public void end(long atMillis) {
    out.writeBytes(framing.end());
    out.flush();
  }

  /** What the other dialect could not say. */
  List<Loss> losses() {
    return encoder == null ? List.of() : encoder.losses();
  }

  /** The first event says when the response was made. */
  private DialectEncoder encoder(long atMillis) {
    DialectEncoder made = encoder;
    if (made == null) {
      EncodeOptions options =
          EncodeOptions.DEFAULT
              .withNames(null, modelName)
              .withCreatedSeconds(TimeUnit.MILLISECONDS.toSeconds(atMillis));
      made = to.encoding().orElseThrow().encoder(from.asSourceFor(to), options);
      encoder = made;
    }
    return made;
  }
}
