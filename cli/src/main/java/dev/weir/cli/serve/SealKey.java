package dev.weir.cli.serve;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.weir.gateway.settings.DoorOptions;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Map;

/**
 * The key of the seals in which clients carry reasoning: from the environment, so that several
 * gateways can share it, else from a file that only its owner can read, made when it is needed
 * first.
 */
final class SealKey {
  private static final String VARIABLE = "WEIR_SEAL_KEY";
  private static final int LEAST_BYTES = 16;

  private SealKey() {}

  /**
   * The key.
   *
   * @param home the folder of the file
   * @throws IOException if it cannot be read or made
   */
  static byte[] of(Map<String, String> environment, Path home) throws IOException {
    String given = environment.get(VARIABLE);
    if (given != null && !given.isBlank()) {
      return decoded(given, VARIABLE);
    }
    Path file = home.resolve("seal.key");
    if (!Files.exists(file)) {
      make(file);
    }
    return decoded(Files.readString(file), file.toString());
  }

  private static void make(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    boolean isPosix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] onlyOwner =
        isPosix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    try {
      Files.createFile(file, onlyOwner);
      Files.write(file, Base64.getEncoder().encode(DoorOptions.newKey()));
    } catch (FileAlreadyExistsException other) {
      // Another gateway of this folder was faster; its key is just as good.
    }
  }

  private static byte[] decoded(String text, String where) throws IOException {
    try {
      byte[] key = Base64.getDecoder().decode(text.strip().getBytes(US_ASCII));
      if (key.length >= LEAST_BYTES) {
        return key;
      }
    } catch (IllegalArgumentException notBase64) {
      // Reported below: the text itself is secret and must not be shown.
    }
    throw new IOException(
        "%s must hold %d bytes or more in Base64, such as: head -c 32 /dev/urandom | base64"
            .formatted(where, LEAST_BYTES));
  }
}
