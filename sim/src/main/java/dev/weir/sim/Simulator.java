package dev.weir.sim;

import dev.weir.client.provider.Provider;
import dev.weir.codec.dialect.Dialect;
import dev.weir.sim.http.SocketServer;
import dev.weir.sim.script.ScriptReader;
import java.io.IOException;
import java.util.List;

/**
 * A simulated provider: it speaks the dialects of real ones, from a script or from recordings, at
 * their pace, and with faults on demand.
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
  private final SimulatedRequests requests;

  private Simulator(SimulatorOptions options, SocketServer server, SimulatedRequests requests) {
    this.options = options;
    this.server = server;
    this.requests = requests;
  }

  /**
   * Starts to listen on a free port, and answers from this script without any pause.
   *
   * @param script in YAML, as {@code docs/simulator.md} describes it
   * @throws IOException if the address cannot be listened on
   */
  public static Simulator of(String script) throws IOException {
    return start(
        SimulatorOptions.defaults().withScript(ScriptReader.read("script", script)).atOnce());
  }

  /**
   * Starts to listen; returns when clients can connect.
   *
   * @throws IOException if the address cannot be listened on
   */
  public static Simulator start(SimulatorOptions options) throws IOException {
    var requests = new SimulatedRequests();
    var server =
        new SocketServer(
            options.host(),
            options.port(),
            options.maxBodyBytes(),
            options.speed(),
            new Answers(options, requests));
    return new Simulator(options, server, requests);
  }

  /** Where it listens. */
  public int port() {
    return server.port();
  }

  /** Where it is, without a path: {@code http://127.0.0.1:9090}. */
  public String url() {
    String host = options.host().contains(":") ? "[" + options.host() + "]" : options.host();
    return "http://%s:%d".formatted(host, port());
  }

  /** A provider of that dialect, for a client that asks this simulator. */
  public Provider provider(Dialect dialect) {
    return Provider.builder("simulator", dialect, url() + "/v1").defaultModel("sim-1").build();
  }

  /** The requests that could be read, oldest first; at most the last thousand. */
  public List<SimulatedRequest> requests() {
    return requests.list();
  }

  /** Forgets the requests so far, as between two tests. */
  public void forgetRequests() {
    requests.clear();
  }

  /** How many clients are connected now. */
  public int connections() {
    return server.connections();
  }

  /** How many answers are on their way now. */
  public int answering() {
    return server.playing();
  }

  /** Cuts every connection and waits until all have ended. */
  @Override
  public void close() {
    server.close();
  }
}
