/** What is kept: recordings and their replay, metrics, the log of streams. */
module dev.weir.log {
  requires static transitive org.jspecify;
  requires transitive dev.weir.codec;
  requires transitive dev.weir.event;

  exports dev.weir.log;
  exports dev.weir.log.file;
  exports dev.weir.log.metrics;
  exports dev.weir.log.recording;
}
