package dev.weir.sim.fault;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What can go wrong, by the names used on the command line, in headers and in model names. */
public enum FaultKind {
  STALL("stall", "frame", "the stream stops after that frame, the connection stays open"),
  CUT("cut", "byte", "the connection is closed after that byte"),
  NO_TERMINAL("no-terminal", null, "the stream ends in order, but without its last frames"),
  GAP("gap", "frame", "that frame is missing"),
  DUPLICATE("duplicate", "frame", "that frame comes twice"),
  REORDER("reorder", "frame", "that frame comes after the next one"),
  UNKNOWN("unknown", "frame", "an unknown event comes before that frame"),
  GARBAGE("garbage", "frame", "a frame that is not JSON comes before that frame"),
  SLOW("slow", "bytes a second", "bytes dribble, one a second if no number is given"),
  ERROR("error", "frame", "an error after 200, in the dialect's own form, before that frame"),
  STATUS("429, 500, 529, …", "Retry-After seconds", "the call fails with that status"),
  HTML("html", null, "a page in HTML with status 200"),
  MIME("mime", null, "the right bytes as text/plain"),
  GZIP("gzip", null, "the body is compressed, though not asked for"),
  REDIRECT("redirect", null, "a redirect to the same place, forever"),
  BAD_CHUNK("bad-chunk", "frame", "an HTTP chunk has a length that is not a number"),
  RESET("reset", "byte", "the connection is reset in the middle of a frame"),
  RESET_UTF8("reset-utf8", null, "the connection is reset in the middle of a character"),
  RESET_EARLY("reset-early", null, "the connection is reset before any header"),
  CLOSE_EARLY("close-early", null, "the connection is closed before any header"),
  SILENT("silent", null, "not even a header comes, the connection stays open"),
  NO_BODY("no-body", null, "the headers come, then nothing, the connection stays open"),
  EMPTY("empty", null, "status 200 and a body without a byte"),
  LATE("late", "seconds", "the headers come at once, the first frame that much later (20)"),
  DRIP("drip", "milliseconds", "a pause before each frame (1000)"),
  HANG_UP("hang-up", "frame", "the connection is closed after that frame"),
  MANGLE("mangle", "frame", "that frame is not JSON"),
  NO_DONE("no-done", null, "the last frame is missing"),
  CONTEXT("context-length", null, "400: the context is too long for the model"),
  FILTER("content-filter", null, "400: the content policy was violated"),
  DOWN("down", "seconds", "503 for that long from the first request on (60), then normal"),
  FLAP("flap", "seconds", "503 and normal in turn, that long each (60), from the first request on"),
  RATE_LIMIT(
      "rate-limit", "seconds", "normal, but headers say that nothing is left for that long (30)");

  private final String word;
  private final @Nullable String number;
  private final String meaning;

  FaultKind(String word, @Nullable String number, String meaning) {
    this.word = word;
    this.number = number;
    this.meaning = meaning;
  }

  /** Its name in scripts and on the command line. */
  public String word() {
    return word;
  }

  /** What the number after the word is, or null where there is none. */
  public @Nullable String number() {
    return number;
  }

  /** What it does, for people. */
  public String meaning() {
    return meaning;
  }

  static Optional<FaultKind> of(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
  }
}
