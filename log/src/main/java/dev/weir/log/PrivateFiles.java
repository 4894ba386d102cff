package dev.weir.log;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Makes files that hold what people wrote and models answered: only their owner may read them. */
public final class PrivateFiles {
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private PrivateFiles() {}

  /** Creates a file that must not exist; writes are not buffered. */
  public static OutputStream create(Path file) throws IOException {
    return Channels.newOutputStream(createChannel(file));
  }

  /** Creates a file that must not exist. */
  public static FileChannel createChannel(Path file) throws IOException {
    return FileChannel.open(
        file,
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
        only(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
  }

  /** Makes a folder, and those above it, that only their owner can read. */
  public static void createFolders(Path folder) throws IOException {
    Files.createDirectories(
        folder,
        only(
            PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.OWNER_EXECUTE));
  }

  private static FileAttribute<?>[] only(PosixFilePermission... permissions) {
    return POSIX
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(Set.of(permissions))}
        : new FileAttribute<?>[0];
  }
}
