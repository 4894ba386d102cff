package dev.weir.codec.dialect;

import dev.weir.codec.Decoder;
import dev.weir.codec.Frame;
import dev.weir.codec.Limits;
import dev.weir.codec.chunk.ChunkTable;
import dev.weir.codec.json.Json;
import dev.weir.codec.sse.SseDecoder;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A wire protocol for streamed responses, as one value: everything in which dialects differ is
 * asked of it, once for each stream or request. Several providers may share a dialect.
 *
 * <p>What every dialect has is here: how its responses are read. What only some have is an
 * interface of its own, which the dialect implements as well: {@link Encoding} writes responses,
 * {@link ClientSide} asks, {@link ServerSide} is asked.
 *
 * <p>A dialect has no state, and any thread may ask it. Its name is its identity: two with the same
 * name are equal. Those that need a library of their own are in a module of their own, which names
 * the class in {@code META-INF/services}.
 */
public abstract class Dialect {
  private final String word;

  protected Dialect(String word) {
    this.word = word;
  }

  /** The name used on the command line, in recordings and in logs. */
  public final String word() {
    return word;
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof Dialect dialect && dialect.word.equals(word);
  }

  @Override
  public final int hashCode() {
    return word.hashCode();
  }

  @Override
  public final String toString() {
    return word;
  }

  /** Cuts the bytes of a response into frames. */
  public Decoder<byte[], Frame> framing(Limits limits) {
    return SseDecoder.forProviders(limits.maxFrameBytes());
  }

  /** Reads the chunks of one response. */
  public abstract DialectDecoder decoder(EventWriter writer, DecodeOptions options);

  /** Tells what each chunk is about. */
  public abstract ChunkTable chunkTable();

  /** Whether a chunk has marks that no other dialect has. */
  public abstract boolean isMarked(Json chunk);

  /** Whether a chunk that is an error and nothing else has marks of this dialect. */
  public boolean isMarkedError(Json chunk) {
    return false;
  }

  /** Whether the first bytes of a stream reveal this dialect before any frame does. */
  public boolean isMarkedHead(byte[] head) {
    return false;
  }

  /** Whether answers from a path are in this dialect; only the end of a path counts. */
  public boolean answersAt(String path) {
    return serverSide()
        .filter(side -> side.endpoint(path, /* query= */ "").isPresent())
        .isPresent();
  }

  /** How a stream of this dialect is turned into bytes. */
  public StreamForm streamForm() {
    return StreamForm.EVENTS;
  }

  /** Writes its responses; absent if Weir only reads them. */
  public Optional<Encoding> encoding() {
    return this instanceof Encoding encoding ? Optional.of(encoding) : Optional.empty();
  }

  /** Asks in it; absent if Weir never does. */
  public Optional<ClientSide> clientSide() {
    return this instanceof ClientSide side ? Optional.of(side) : Optional.empty();
  }

  /** Is asked in it; absent if nothing of Weir's plays a server of it. */
  public Optional<ServerSide> serverSide() {
    return this instanceof ServerSide side ? Optional.of(side) : Optional.empty();
  }

  /** Reads requests in it; absent if Weir only writes them. */
  public Optional<RequestReader> requestReader() {
    return serverSide().map(side -> side);
  }

  /** How tokens are counted without an answer; absent if the dialect has no way to. */
  public Optional<TokenCount> tokenCount() {
    return Optional.empty();
  }

  /** What an encoder of the target needs to know about events of this dialect. */
  public EventSource asSourceFor(Dialect target) {
    return equals(target) ? EventSource.SAME_DIALECT : EventSource.FOREIGN;
  }
}
