package dev.weir.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate of 127.0.0.1 that signed itself, as the files that settings name. */
public record TestCertificate(Path certificate, Path privateKey, SSLContext trust) {
  private static final String PASSWORD = "a-password";

  /** Makes one, in files of that folder. */
  public static TestCertificate in(Path folder) throws Exception {
    Files.createDirectories(folder);
    Path store = folder.resolve("store.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "weir",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1,dns:localhost",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.txt").toFile())
            .start();
    if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
      throw new AssertionError(Files.readString(folder.resolve("keytool.txt")));
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    var own = Objects.requireNonNull(keys.getCertificate("weir"));
    var key = Objects.requireNonNull(keys.getKey("weir", PASSWORD.toCharArray()));
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("weir", own);
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), new SecureRandom());
    return new TestCertificate(
        pem(folder.resolve("chain.pem"), "CERTIFICATE", own.getEncoded()),
        pem(folder.resolve("key.pem"), "PRIVATE KEY", Objects.requireNonNull(key.getEncoded())),
        context);
  }

  private static Path pem(Path file, String what, byte[] bytes) throws Exception {
    String text = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(bytes);
    return Files.writeString(
        file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, text, what));
  }
}
