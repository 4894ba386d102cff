package dev.weir.cli;

import dev.weir.terminal.ViewOptions;
import dev.weir.terminal.screen.Palette;
import dev.weir.terminal.view.Detail;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How panels look: the options that commands with a live view share. */
final class PanelOptions {

  /** When colours are used. */
  enum Colour {
    AUTO,
    DARK,
    LIGHT,
    NEVER
  }

  @Option(
      names = "--detail",
      paramLabel = "LEVEL",
      description = {
        "panels: overview  thinking, arguments and tool output in one line each",
        "        normal    the beginning of the thinking, all of the rest (default)",
        "        full      everything"
      })
  private Detail detail = Detail.NORMAL;

  @Option(
      names = {"--colour", "--color"},
      paramLabel = "WHEN",
      description = {
        "panels: auto (default) follows NO_COLOR and COLORFGBG; dark or light say what the",
        "        background is; never omits colours."
      })
  private Colour colour = Colour.AUTO;

  ViewOptions view(Console console) {
    return ViewOptions.defaults().withDetail(detail).withPalette(palette(console));
  }

  private Palette palette(Console console) {
    return switch (colour) {
      case NEVER -> Palette.NONE;
      case DARK -> Palette.DARK;
      case LIGHT -> Palette.LIGHT;
      case AUTO ->
          console.variable("NO_COLOR") != null
              ? Palette.NONE
              : isLight(console.variable("COLORFGBG")) ? Palette.LIGHT : Palette.DARK;
    };
  }

  /** Terminals that tell their colours write "foreground;background"; 7 and 9 to 15 are light. */
  private static boolean isLight(@Nullable String colours) {
    if (colours == null) {
      return false;
    }
    String background = colours.substring(colours.lastIndexOf(';') + 1);
    return background.matches("7|9|1[0-5]");
  }
}
