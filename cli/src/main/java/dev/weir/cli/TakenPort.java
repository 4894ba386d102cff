package dev.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A port on which somebody else listens, and who it is if the system tells. */
final class TakenPort {
  private static final int STATE_FIELD = 3;
  private static final int INODE_FIELD = 9;
  private static final String LISTENING = "0A";
  private static final int MAX_NAME = 60;

  private TakenPort() {}

  /** Why a command cannot listen, in words that say what to do. */
  static CallException problem(IOException failed, int port) {
    if (!isTaken(failed)) {
      return new CallException(String.valueOf(failed.getMessage()));
    }
    String holder = holder(Path.of("/proc"), port);
    return new CallException(
        "Port %d is taken%s; choose another with --port N (--port 0 takes any free one), or stop what uses it"
            .formatted(port, holder == null ? "" : " by " + holder));
  }

  private static boolean isTaken(Throwable failed) {
    for (Throwable problem = failed; problem != null; problem = problem.getCause()) {
      String words = String.valueOf(problem.getMessage());
      if (words.contains("Address already in use")
          || (problem instanceof BindException && words.contains("in use"))) {
        return true;
      }
    }
    return false;
  }

  /**
   * The program that listens on a port of this machine; {@code null} if that cannot be known, as
   * with somebody else's programs.
   *
   * @param proc the folder in which Linux describes itself
   */
  static @Nullable String holder(Path proc, int port) {
    for (String table : List.of("net/tcp", "net/tcp6")) {
      String inode = inode(proc.resolve(table), port);
      String holder = inode == null ? null : process(proc, "socket:[" + inode + "]");
      if (holder != null) {
        return holder;
      }
    }
    return null;
  }

  /** The number of the socket that listens on a port, in a table of Linux. */
  private static @Nullable String inode(Path table, int port) {
    String local = String.format(Locale.ROOT, ":%04X", port);
    try {
      for (String line : Files.readAllLines(table, UTF_8)) {
        String[] fields = line.strip().split("\\s+", -1);
        if (fields.length > INODE_FIELD
            && fields[1].endsWith(local)
            && fields[STATE_FIELD].equals(LISTENING)) {
          return fields[INODE_FIELD];
        }
      }
    } catch (IOException notLinux) {
      // Then nobody can tell.
    }
    return null;
  }

  private static @Nullable String process(Path proc, String socket) {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path process : processes) {
        if (holds(process, socket)) {
          return "%s (process %s)".formatted(name(process), process.getFileName());
        }
      }
    } catch (IOException gone) {
      // Then nobody can tell.
    }
    return null;
  }

  private static boolean holds(Path process, String socket) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path file : files) {
        if (Files.isSymbolicLink(file) && Files.readSymbolicLink(file).toString().equals(socket)) {
          return true;
        }
      }
    } catch (IOException notOurs) {
      // Nothing is told about other people's processes, and some end while they are looked at.
    }
    return false;
  }

  /** What people call a process: a Java program by what it runs. */
  private static String name(Path process) throws IOException {
    String name = Files.readString(process.resolve("comm")).strip();
    String line = new String(Files.readAllBytes(process.resolve("cmdline")), UTF_8);
    int main = line.indexOf(Main.class.getName() + "\0");
    if (main < 0) {
      return name;
    }
    String words = "weir" + line.substring(main + Main.class.getName().length()).replace('\0', ' ');
    return words.substring(0, Math.min(words.length(), MAX_NAME)).strip();
  }
}
