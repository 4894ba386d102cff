package dev.weir.bench.load;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Starts what takes part, each with its files in a folder of this run. */
final class Servers implements AutoCloseable {
  private final Path home;
  private final String nginx;
  private final Path folder;
  private final ServerProcess upstream;
  private int gateways;

  /**
   * @param home where {@code ./weir} is
   * @param nginx its executable
   */
  Servers(Path home, String nginx) throws IOException {
    this.home = home;
    this.nginx = nginx;
    this.folder = Files.createTempDirectory("weir-load");
    this.upstream =
        ServerProcess.start(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                PacedUpstream.class.getName()));
  }

  ServerProcess upstream() {
    return upstream;
  }

  ServerProcess nginx() throws IOException, InterruptedException {
    int port = freePort();
    Path conf = folder.resolve("nginx.conf");
    Files.writeString(conf, nginxConf(upstream.port(), port));
    return ServerProcess.start(
        List.of(nginx, "-p", folder.toString(), "-c", conf.toString()),
        port,
        folder.resolve("nginx.out"));
  }

  /** What it calls itself. */
  String nginxVersion() throws IOException {
    Process asked = new ProcessBuilder(nginx, "-v").redirectErrorStream(true).start();
    Matcher version = Pattern.compile("nginx/\\S+").matcher(asked.inputReader().readLine());
    return version.find() ? version.group().replace('/', ' ') : "nginx";
  }

  /** A gateway with an empty log. */
  ServerProcess gateway() throws IOException {
    Path settings = folder.resolve("weir.yaml");
    Path log = folder.resolve("log" + gateways++);
    Files.writeString(settings, weirYaml(upstream.port(), log));
    return ServerProcess.start(
        List.of(
            home.resolve("weir").toString(), "serve", "--port", "0", "--config", "" + settings));
  }

  private static String nginxConf(int upstream, int port) {
    return """
    worker_processes auto;
    worker_rlimit_nofile 20000;
    pid nginx.pid;
    error_log error.log;
    daemon off;
    events { worker_connections 15000; }
    http {
      access_log off;
      client_body_temp_path body;
      proxy_temp_path proxy;
      fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi;
      scgi_temp_path scgi;
      keepalive_requests 1000000;
      upstream paced { server 127.0.0.1:%d; keepalive 256; keepalive_requests 1000000; }
      server {
        listen 127.0.0.1:%d backlog=4096;
        location / {
          proxy_pass http://paced;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_buffering off;
        }
      }
    }
    """
        .formatted(upstream, port);
  }

  private static String weirYaml(int upstream, Path log) {
    return """
    default: paced
    providers:
      paced: {dialect: openai-chat, base-url: "http://127.0.0.1:%1$d/v1"}
      messages: {dialect: anthropic, base-url: "http://127.0.0.1:%1$d/v1"}
    gateway:
      log: %2$s
      durability: os
      recordings: false
      max-live: 20000
      max-live-per-owner: 20000
      max-connections: 20000
    """
        .formatted(upstream, log);
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() throws IOException {
    upstream.close();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
