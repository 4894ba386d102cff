/** The vocabulary of events, their grammar, and pure folds over them. */
module dev.weir.event {
  requires static transitive org.jspecify;

  exports dev.weir.event;
  exports dev.weir.event.status;
}
