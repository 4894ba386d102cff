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
import javax.net.ssl.X509TrustManager;

/** A certificate for 127.0.0.1, made by the JDK's tool, that both sides of a test know. */
public final class OwnCertificate {
  private static final char[] PASSWORD = "for-tests".toCharArray();
  private static final int KEYTOOL_SECONDS = 60;

  private static final String FILE = "keys.p12";

  private final KeyManagerFactory keys;
  private final TrustManagerFactory trust;
  private final SSLContext context;

  private OwnCertificate(KeyManagerFactory keys, TrustManagerFactory trust, SSLContext context) {
    this.keys = keys;
    this.trust = trust;
    this.context = context;
  }

  /** A new one, whose file is kept in that folder. */
  public static OwnCertificate in(Path folder)
      throws IOException, InterruptedException, GeneralSecurityException {
    make(folder.resolve(FILE));
    return keptIn(folder);
  }

  /** One that {@link #in} has made in that folder, perhaps in another process. */
  public static OwnCertificate keptIn(Path folder) throws IOException, GeneralSecurityException {
    KeyStore made = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(folder.resolve(FILE))) {
      made.load(in, PASSWORD);
    }
    KeyStore known = KeyStore.getInstance("PKCS12");
    known.load(null, PASSWORD);
    known.setCertificateEntry("server", made.getCertificate("server"));
    var ours = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    ours.init(made, PASSWORD);
    var theirs = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    theirs.init(known);
    SSLContext both = SSLContext.getInstance("TLS");
    both.init(ours.getKeyManagers(), theirs.getTrustManagers(), null);
    return new OwnCertificate(ours, theirs, both);
  }

  private static void make(Path file) throws IOException, InterruptedException {
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
  }

  /** For a server that has the certificate, and for a client that trusts it and nothing else. */
  public SSLContext context() {
    return context;
  }

  /** What trusts the certificate, for clients that ask for it beside the context. */
  public X509TrustManager trust() {
    return (X509TrustManager) trust.getTrustManagers()[0];
  }

  /** The certificate and its key alone. */
  public KeyManagerFactory keys() {
    return keys;
  }
}
