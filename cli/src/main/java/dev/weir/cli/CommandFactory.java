package dev.weir.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Gives each command its console. */
final class CommandFactory implements CommandLine.IFactory {
  private final Console console;

  CommandFactory(Console console) {
    this.console = console;
  }

  /** The command of that name; absent if there is none, or it is not one of ours. */
  @Nullable Object named(String name) {
    return switch (name) {
      case "serve" -> new ServeCommand(console);
      case "chat" -> new ChatCommand(console);
      case "decode" -> new DecodeCommand(console);
      case "replay" -> new ReplayCommand(console);
      case "inspect" -> new InspectCommand(console);
      case "doctor" -> new DoctorCommand(console);
      case "tap" -> new TapCommand(console);
      case "translate" -> new TranslateCommand(console);
      case "sim" -> new SimCommand(console);
      default -> null;
    };
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    if (type == DecodeCommand.class) {
      return type.cast(new DecodeCommand(console));
    }
    if (type == ChatCommand.class) {
      return type.cast(new ChatCommand(console));
    }
    if (type == DoctorCommand.class) {
      return type.cast(new DoctorCommand(console));
    }
    if (type == ReplayCommand.class) {
      return type.cast(new ReplayCommand(console));
    }
    if (type == InspectCommand.class) {
      return type.cast(new InspectCommand(console));
    }
    if (type == TapCommand.class) {
      return type.cast(new TapCommand(console));
    }
    if (type == TranslateCommand.class) {
      return type.cast(new TranslateCommand(console));
    }
    if (type == SimCommand.class) {
      return type.cast(new SimCommand(console));
    }
    if (type == ServeCommand.class) {
      return type.cast(new ServeCommand(console));
    }
    return CommandLine.defaultFactory().create(type);
  }
}
