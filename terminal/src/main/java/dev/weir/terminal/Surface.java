package dev.weir.terminal;

/** Where a view is shown. */
interface Surface extends AutoCloseable {

  /** Something changed that may be shown. */
  void changed();

  /** Something may have become finished, or a stream began. */
  void advanced();

  /** Shows what is left, and ends. */
  @Override
  void close();
}
