package dev.weir.terminal.view;

import dev.weir.terminal.view.PanelBlock.State;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What is shown of one output: its blocks, gathered in sections. */
final class Panel {
  private final int output;
  private final Map<SectionKind, List<PanelBlock>> sections = new EnumMap<>(SectionKind.class);
  private boolean finished;

  Panel(int output) {
    this.output = output;
  }

  void add(PanelBlock block) {
    sections.computeIfAbsent(SectionKind.of(block.kind()), kind -> new ArrayList<>()).add(block);
  }

  void finish() {
    finished = true;
  }

  int output() {
    return output;
  }

  /** Whether nothing in it will change. */
  boolean isFinished() {
    return finished && blocks().noneMatch(block -> block.state() == State.OPEN);
  }

  private Stream<PanelBlock> blocks() {
    return sections.values().stream().flatMap(List::stream);
  }

  boolean isThinkingOnly() {
    return sections.size() == 1 && sections.containsKey(SectionKind.REASONING);
  }

  List<PanelBlock> section(SectionKind kind) {
    return sections.getOrDefault(kind, List.of());
  }

  /** The sections that have something, in their order. */
  Map<SectionKind, List<PanelBlock>> sections() {
    return sections;
  }
}
