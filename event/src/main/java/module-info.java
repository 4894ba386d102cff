/** The vocabulary of events, their grammar, and pure folds over them. */
@SuppressWarnings("module") // The modules that may use what is not for everybody are built later.
module dev.weir.event {
  requires static transitive org.jspecify;

  exports dev.weir.event;
  exports dev.weir.event.status;
  exports dev.weir.event.number to
      dev.weir.codec,
      dev.weir.client;
}
