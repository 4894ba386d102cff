package dev.weir.cli;

import picocli.CommandLine;

/** Gives each command its console. */
final class CommandFactory implements CommandLine.IFactory {
  private final Console console;

  CommandFactory(Console console) {
    this.console = console;
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
