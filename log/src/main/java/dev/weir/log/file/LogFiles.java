package dev.weir.log.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The folder of a log, as far as the log needs it; a test can make it fail. */
interface LogFiles extends AutoCloseable {

  /** The names of the files in it, sorted. */
  List<String> list() throws IOException;

  /** Makes a file, which must not exist; if that fails there is no file. */
  Writer create(String name) throws IOException;

  Reader open(String name) throws IOException;

  void delete(String name) throws IOException;

  /** Makes durable which files there are. */
  void force() throws IOException;

  @Override
  void close() throws IOException;

  /** Adds to one file; for one thread at a time. */
  interface Writer extends AutoCloseable {

    /** Adds bytes at the end; returns how many, since a disk may take fewer than it was given. */
    int write(byte[] bytes, int from, int length) throws IOException;

    /** Makes durable what was written; if it fails, nothing since the last success is safe. */
    void force() throws IOException;

    /** Takes back everything after that many bytes. */
    void truncate(long bytes) throws IOException;

    @Override
    void close() throws IOException;
  }

  /** Reads one file; any thread may call. */
  interface Reader extends AutoCloseable {

    /** Reads from a place; returns how many bytes, or -1 at the end. */
    int read(ByteBuffer into, long offset) throws IOException;

    long size() throws IOException;

    /** Makes durable what is there to read. */
    void force() throws IOException;

    @Override
    void close() throws IOException;
  }
}
