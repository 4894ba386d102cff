package dev.weir.cli;

/** What a command tells its caller. */
final class ExitCode {
  static final int FINE = 0;
  static final int STREAM_BAD = 1;
  static final int CALL_WRONG = 2;

  private ExitCode() {}
}
