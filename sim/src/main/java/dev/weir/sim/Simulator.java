package dev.weir.sim;

import dev.weir.sim.http.SocketServer;
import java.io.IOException;
import java.util.List;

/**
 * A provider that is not there: it speaks the dialects of real ones, from a script or from
 * recordings, at their pace, and with faults on demand.
 *
 * <pre>
 * try (var simulator = Simulator.start(SimulatorOptions.defaults().atOnce())) {
 *   call(simulator.url() + "/v1/chat/completions");
 * }
 * </pre>
 */
public final class Simulator implements AutoCloseable {
  private final SimulatorOptions options;
  private final SocketServer server;
  private final Answers answers;

  private Simulator(SimulatorOptions options, SocketServer server, Answers answers) {
    this.options = options;
    this.server = server;
    this.answers = answers;
  }

  /**
   * Starts to listen; returns when clients can connect.
   *
   * @throws IOException if the address cannot be listened on
   */
  public static Simulator start(SimulatorOptions options) throws IOException {
    var answers = new Answers(options);
    var server =
        new SocketServer(
            options.host(), options.port(), options.maxBodyBytes(), options.speed(), answers);
    return new Simulator(options, server, answers);
  }

  public int port() {
    return server.port();
  }

  /** Where it is, without a path: {@code http://127.0.0.1:9090}. */
  public String url() {
    String host = options.host().contains(":") ? "[" + options.host() + "]" : options.host();
    return "http://%s:%d".formatted(host, port());
  }

  /** How many clients are connected now. */
  public int connections() {
    return server.connections();
  }

  /** How many answers are on their way now. */
  public int answering() {
    return server.playing();
  }

  /** The last questions that came, oldest first. */
  public List<HeardQuestion> heard() {
    return answers.heard();
  }

  /** Cuts every connection and waits until all is over. */
  @Override
  public void close() {
    server.close();
  }
}
