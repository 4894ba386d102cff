package dev.weir.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for 127.0.0.1, made by the JDK's tool, that both sides of a test know. */
public final class OwnCertificate {
  private static final char[] PASSWORD = "for-tests".toCharArray();
  private static final int KEYTOOL_SECONDS = 60;

  private final KeyManagerFactory keys;
  private final SSLContext context;

  private OwnCertificate(KeyManagerFactory keys, SSLContext context) {
    this.keys = keys;
    this.context = context;
  }

  /** A new one, whose file is kept in that folder. */
  public static OwnCertificate in(Path folder)
      throws IOException, InterruptedException, GeneralSecurityException {
    KeyStore made = make(folder.resolve("keys.p12"));
    KeyStore known = KeyStore.getInstance("PKCS12");
    known.load(null, PASSWORD);
    known.setCertificateEntry("server", made.getCertificate("server"));
    var ours = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    ours.init(made, PASSWORD);
    var theirs = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    theirs.init(known);
    SSLContext both = SSLContext.getInstance("TLS");
    both.init(ours.getKeyManagers(), theirs.getTrustManagers(), null);
    return new OwnCertificate(ours, both);
  }

  private static KeyStore make(Path file)
      throws IOException, InterruptedException, GeneralSecurityException {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!keytool.waitFor(KEYTOOL_SECONDS, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
      keytool.destroyForcibly();
      throw new IOException("The JDK's keytool has made no certificate in " + file);
    }
    KeyStore made = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      made.load(in, PASSWORD);
    }
    return made;
  }

  /** For a server that has the certificate, and for a client that trusts it and nothing else. */
  public SSLContext context() {
    return context;
  }

  /** The certificate and its key alone. */
  public KeyManagerFactory keys() {
    return keys;
  }
}
