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
    if (type == DoctorCommand.class) {
      return type.cast(new DoctorCommand(console));
    }
    return CommandLine.defaultFactory().create(type);
  }
}
