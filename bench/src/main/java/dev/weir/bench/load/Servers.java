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

  /** An nginx with a worker for each core. */
  ServerProcess nginx() throws IOException, InterruptedException {
    return nginx(Runtime.getRuntime().availableProcessors());
  }

  ServerProcess nginx(int workers) throws IOException, InterruptedException {
    int port = freePort();
    Path conf = folder.resolve("nginx.conf");
    Files.writeString(conf, nginxConf(workers, upstream.port(), port));
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

  /** An engine that writes its file every second, as one would run it. */
  ServerProcess engine(Path program) throws IOException, InterruptedException {
    int port = freePort();
    return ServerProcess.start(
        List.of(
            program.toString(),
            "--port",
            Integer.toString(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "yes",
            "--appendfsync",
            "everysec",
            "--dir",
            folder.toString()),
        port,
        folder.resolve("engine.out"));
  }

  /** A gateway with an empty log in files. */
  ServerProcess gateway() throws IOException {
    return gateway(folder.resolve("log" + gateways++).toString(), "os");
  }

  /** A gateway with its log in that place. */
  ServerProcess gateway(String log, String durability) throws IOException {
    Path settings = folder.resolve("weir.yaml");
    Files.writeString(settings, weirYaml(upstream.port(), log, durability));
    return ServerProcess.start(
        List.of(
            home.resolve("weir").toString(), "serve", "--port", "0", "--config", "" + settings));
  }

  private static String nginxConf(int workers, int upstream, int port) {
    return """
    worker_processes %d;
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
        .formatted(workers, upstream, port);
  }

  private static String weirYaml(int upstream, String log, String durability) {
    return """
    default: paced
    providers:
      paced: {dialect: openai-chat, base-url: "http://127.0.0.1:%1$d/v1"}
      messages: {dialect: anthropic, base-url: "http://127.0.0.1:%1$d/v1"}
    gateway:
      log: %2$s
      durability: %3$s
      recordings: false
      max-live: 20000
      max-live-per-owner: 20000
      max-connections: 20000
      max-stream-megabytes: 1000
    """
        .formatted(upstream, log, durability);
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
