package dev.weir.terminal;

import java.util.Random;

/** Makes up texts that a model might send to take over a terminal. */
final class HostileText {
  private static final String[] PIECES = {
    "\033[2J",
    "\033[H",
    "\033c",
    "\033[6n",
    "\033[c",
    "\033[5n",
    "\033]52;c;ZXZpbA==\007",
    "\033]0;title\033\\",
    "\033]8;;http://x\033\\",
    "\033[?1049h",
    "\033[10A",
    "\033[3J",
    "\033D",
    "\033M",
    "\033[1;3r",
    "\033[4h",
    "\033P+q544e\033\\",
    "\033[?7h",
    "\033[?2026h",
    "\033",
    "\033[",
    "\u009b2J",
    "\u009d52;c;x\u009c",
    "\u0090q",
    "\u0085",
    "\u008d",
    "\r",
    "\n",
    "\r\n",
    "\t",
    "\b",
    "\007",
    "\013",
    "\f",
    "\016",
    "\000",
    "\177",
    "\u202e",
    "\u2066",
    "\u2069",
    "\u202a",
    "\u200f",
    "\u200d",
    "\ufeff",
    "\u2028",
    "\ud83d",
    "\udc69",
    "\ufffe",
    "👩\u200d💻",
    "🇩🇪",
    "🇩",
    "e\u0301",
    "\u0301",
    "\u0301\u0302\u0303\u0304\u0305\u0306\u0307",
    "荷兰",
    "שלום",
    "مرحبا",
    "한",
    "ᄒ",
    "ᅡ",
    "क्षि",
    "&#27;[2J",
    "&#x9b;",
    "&#8238;",
    "**",
    "*",
    "`",
    "```\n",
    "# ",
    "> ",
    "- ",
    "1. ",
    "|a|b|\n|-|-|\n|1|",
    "[x](",
    ")",
    "![",
    "\\",
    "<b>",
    " ",
    "word",
    "a longer run of words ",
    "0123456789012345678901234567890123456789"
  };

  private final Random random;

  HostileText(Random random) {
    this.random = random;
  }

  String next() {
    StringBuilder text = new StringBuilder();
    int pieces = 1 + random.nextInt(12);
    for (int i = 0; i < pieces; i++) {
      if (random.nextInt(8) == 0) {
        text.append((char) random.nextInt(random.nextBoolean() ? 0xa0 : 0x10000));
      } else {
        text.append(PIECES[random.nextInt(PIECES.length)]);
      }
    }
    return text.toString();
  }
}
