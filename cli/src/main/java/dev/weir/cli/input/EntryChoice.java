package dev.weir.cli.input;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which exchanges of a capture are wanted: all, the one of a number, or those of an address. */
public record EntryChoice(@Nullable String word) {
  public static final EntryChoice ALL = new EntryChoice(null);

  boolean isAll() {
    return word == null;
  }

  boolean takes(CapturedExchange exchange) {
    String wanted = word;
    if (wanted == null) {
      return true;
    }
    if (wanted.matches("\\d{1,9}")) {
      return Integer.parseInt(wanted) == exchange.number();
    }
    return exchange.line().toLowerCase(Locale.ROOT).contains(wanted.toLowerCase(Locale.ROOT));
  }
}
