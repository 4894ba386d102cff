/** The live view: panels, screens as values, what draws them; the chat prompt. */
module dev.weir.terminal {
  requires static transitive org.jspecify;
  requires transitive dev.weir.event;
  requires transitive org.jline.terminal;
  requires org.jline.reader;
  requires org.commonmark;
  requires org.commonmark.ext.gfm.tables;

  exports dev.weir.terminal;
  exports dev.weir.terminal.chat;
  exports dev.weir.terminal.play;
  exports dev.weir.terminal.screen;
  exports dev.weir.terminal.view;
}
