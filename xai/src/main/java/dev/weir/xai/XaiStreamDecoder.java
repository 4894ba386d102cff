package dev.weir.xai;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.weir.codec.Bytes;
import dev.weir.codec.Decoder;
import dev.weir.codec.LimitExceededException;
import dev.weir.codec.Limits;
import dev.weir.event.StreamEvent;
import dev.weir.event.StreamFault;
import dev.weir.xai.proto.GetChatCompletionChunk;
import java.util.function.Consumer;

/** Decodes a captured gRPC body of xAI's chat service from its bytes to its events. */
public final class XaiStreamDecoder implements Decoder<byte[], StreamEvent> {
  private final GrpcMessageDecoder messages;
  private final XaiDecoder decoder;
  private boolean failed;

  public XaiStreamDecoder(Limits limits) {
    this.messages = new GrpcMessageDecoder(limits.maxFrameBytes());
    this.decoder = new XaiDecoder(limits);
  }

  @Override
  public void feed(byte[] slice, Consumer<? super StreamEvent> out) {
    if (failed) {
      return;
    }
    try {
      messages.feed(slice, message -> message(message, out));
    } catch (LimitExceededException limit) {
      failed = true;
      decoder.fail(
          new StreamFault(StreamFault.Kind.LIMIT, String.valueOf(limit.getMessage())), out);
    }
  }

  private void message(Bytes message, Consumer<? super StreamEvent> out) {
    try {
      decoder.feed(GetChatCompletionChunk.parseFrom(message.toArray()), out);
    } catch (InvalidProtocolBufferException notAChunk) {
      failed = true;
      decoder.fail(
          new StreamFault(
              StreamFault.Kind.MALFORMED,
              "A message of %,d bytes is no xAI chat chunk: %s"
                  .formatted(message.length(), notAChunk.getMessage())),
          out);
    }
  }

  @Override
  public void end(Consumer<? super StreamEvent> out) {
    decoder.end(out);
  }
}
