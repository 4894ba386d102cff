package dev.weir.redis;

/**
 * Where one who follows a stream is, and what a message means to it. Messages may be lost, come
 * twice or out of order: one that does not continue what is known makes it read the log again, and
 * so do silence and the end. Belongs to one thread.
 */
final class Tail {
  /** What to do with a message. */
  enum Step {
    /** Its events are the next ones. */
    TAKE,
    /** It says nothing new. */
    IGNORE,
    /** Only the log can say what it means. */
    READ
  }

  private long position;

  Tail(long position) {
    this.position = position;
  }

  /** The position of the next event. */
  long position() {
    return position;
  }

  /** Events came from the log. */
  void read(long next) {
    position = next;
  }

  Step heard(PositionedRecord record) {
    if (record.kind() == PositionedRecord.Kind.EVENTS) {
      if (record.next() <= position) {
        return Step.IGNORE;
      }
      if (record.position() == position) {
        position = record.next();
        return Step.TAKE;
      }
      return Step.READ;
    }
    return switch (record.kind()) {
      case EVENTS, END, CUT -> Step.READ;
      case BEGIN, NOTE -> Step.IGNORE;
    };
  }
}
