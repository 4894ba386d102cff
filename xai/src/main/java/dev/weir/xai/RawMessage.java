package dev.weir.xai;

import io.grpc.MethodDescriptor.Marshaller;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Leaves messages as bytes: the decoder reads them, and a recording keeps them. */
final class RawMessage implements Marshaller<byte[]> {
  static final RawMessage MARSHALLER = new RawMessage();

  private RawMessage() {}

  @Override
  public InputStream stream(byte[] message) {
    return new ByteArrayInputStream(message);
  }

  @Override
  public byte[] parse(InputStream message) {
    try {
      return message.readAllBytes();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
