package dev.weir.cli;

import java.io.InputStream;
import java.io.PrintStream;

/** Where a command reads and prints. */
record Console(InputStream in, PrintStream out, PrintStream err) {}
