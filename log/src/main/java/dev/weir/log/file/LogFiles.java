package dev.weir.log.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The folder of a log, as far as the log needs it: what a test can make fail. */
interface LogFiles extends AutoCloseable {

  /** The names of the files in it, sorted. */
  List<String> list() throws IOException;

  LogFile create(String name) throws IOException;

  LogFile open(String name) throws IOException;

  void delete(String name) throws IOException;

  /** Makes durable which files there are. */
  void force() throws IOException;

  @Override
  void close() throws IOException;

  /** One file. Reads may come from any thread, writes from one at a time. */
  interface LogFile extends AutoCloseable {

    /** Adds bytes at the end; returns how many, as a disk may take fewer than it was given. */
    int write(ByteBuffer bytes) throws IOException;

    /** Makes durable what was written. After a failure nothing written since the last is safe. */
    void force() throws IOException;

    /** Reads from a place; returns how many bytes, or -1 at the end. */
    int read(ByteBuffer into, long offset) throws IOException;

    long size() throws IOException;

    @Override
    void close() throws IOException;
  }
}
