package dev.weir.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the engine answered to one command, if it did not refuse it. */
sealed interface Reply {
  record Whole(long value) implements Reply {}

  /** A text or bytes; absent if there is nothing of that name. */
  final class Blob implements Reply {
    private final byte @Nullable [] value;

    Blob(byte @Nullable [] value) {
      this.value = value;
    }
  }

  record Items(List<Reply> value) implements Reply {
    public Items {
      value = List.copyOf(value);
    }
  }

  /** A number; of anything else the engine would not speak its own protocol. */
  default long number() {
    return switch (this) {
      case Whole number -> number.value();
      case Blob blob -> throw unexpected("a number");
      case Items items -> throw unexpected("a number");
    };
  }

  default byte @Nullable [] bytes() {
    return switch (this) {
      case Blob blob -> blob.value;
      case Whole number -> Long.toString(number.value()).getBytes(UTF_8);
      case Items items -> throw unexpected("a text");
    };
  }

  default String text() {
    byte[] bytes = bytes();
    return bytes == null ? "" : new String(bytes, UTF_8);
  }

  default List<Reply> items() {
    return switch (this) {
      case Items items -> items.value();
      case Blob blob when blob.value == null -> List.of();
      case Blob blob -> throw unexpected("a list");
      case Whole number -> throw unexpected("a list");
    };
  }

  private IllegalStateException unexpected(String expected) {
    return new IllegalStateException(
        "The engine answered %s, expected %s".formatted(this, expected));
  }
}
