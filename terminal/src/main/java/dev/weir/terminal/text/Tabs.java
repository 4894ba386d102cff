package dev.weir.terminal.text;

/** Tabs as the spaces they stand for. */
public final class Tabs {
  private static final int STOP = 8;

  private Tabs() {}

  /** One line with its tabs expanded to stops of eight columns. */
  public static String expand(String line) {
    int tab = line.indexOf('\t');
    if (tab < 0) {
      return line;
    }
    var out = new StringBuilder();
    int from = 0;
    int column = 0;
    for (; tab >= 0; tab = line.indexOf('\t', from)) {
      String before = line.substring(from, tab);
      int spaces = STOP - (column + Clusters.width(before)) % STOP;
      out.append(before).repeat(" ", spaces);
      column += Clusters.width(before) + spaces;
      from = tab + 1;
    }
    return out.append(line, from, line.length()).toString();
  }
}
