package dev.weir.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.weir.log.UnreachableLogException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.redis.client.ProtocolVersion;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisCluster;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An engine over the network. Of several addresses the one is asked that says it is the primary; of
 * a cluster all are.
 */
final class VertxEngine implements Engine {
  private static final int CONNECT_MILLIS = 2_000;
  private static final int ANSWER_MILLIS = 3_000;
  private static final int MOST_WAITING = 1 << 16;

  private static final Function<String, io.vertx.redis.client.Command> CREATE =
      io.vertx.redis.client.Command::create;

  /** The client's own for the names of ours, which it would look for with every event. */
  private static final Map<String, io.vertx.redis.client.Command> KNOWN = new ConcurrentHashMap<>();

  private final RedisPlace place;

  VertxEngine(RedisPlace place) {
    this.place = place;
  }

  @Override
  public CompletableFuture<Connection> connect(Loop loop, Listener listener) {
    var answer = new CompletableFuture<Connection>();
    VertxLoop onLoop = (VertxLoop) loop;
    if (place.isCluster()) {
      connect(onLoop, place.addresses(), RedisClientType.CLUSTER, listener, answer);
    } else {
      next(onLoop, 0, listener, answer, null);
    }
    return answer;
  }

  /** Tries one address after the other until a primary answers. */
  private void next(
      VertxLoop loop,
      int number,
      Listener listener,
      CompletableFuture<Connection> answer,
      @Nullable Throwable problem) {
    if (number == place.addresses().size()) {
      answer.completeExceptionally(
          problem == null ? new IOException("None of the engines is a primary") : problem);
      return;
    }
    var one = new CompletableFuture<Connection>();
    connect(
        loop, List.of(place.addresses().get(number)), RedisClientType.STANDALONE, listener, one);
    Answers.when(
        one,
        (connection, failed) -> {
          if (connection == null) {
            next(loop, number + 1, listener, answer, failed);
            return;
          }
          Answers.when(
              Answers.within(loop, ANSWER_MILLIS, connection.send(List.of(Command.of("ROLE")))),
              (role, unknown) -> {
                boolean isGone =
                    unknown != null && Answers.problem(unknown) instanceof UnreachableLogException;
                boolean isReplica =
                    unknown == null && role.getFirst().items().getFirst().text().equals("slave");
                if (isGone || isReplica) {
                  connection.close();
                  next(loop, number + 1, listener, answer, isGone ? unknown : problem);
                } else {
                  answer.complete(connection);
                }
              });
        });
  }

  private void connect(
      VertxLoop loop,
      List<String> addresses,
      RedisClientType type,
      Listener listener,
      CompletableFuture<Connection> answer) {
    Vertx vertx = loop.context().owner();
    RedisOptions options =
        new RedisOptions()
            .setType(type)
            .setEndpoints(addresses)
            .setPreferredProtocolVersion(ProtocolVersion.RESP2)
            .setMaxWaitingHandlers(MOST_WAITING)
            .setMaxPoolSize(type == RedisClientType.CLUSTER ? addresses.size() + 16 : 1)
            // A connection lives until one side closes it.
            .setPoolCleanerInterval(-1)
            .setPoolRecycleTimeout(-1)
            .setNetClientOptions(network());
    String password = place.password();
    if (password != null) {
      options.setPassword(password);
    }
    String user = place.user();
    if (user != null) {
      options.setUser(user);
    }
    Redis client = Redis.createClient(vertx, options);
    var made = new CompletableFuture<Connection>();
    loop.run(() ->
        client
            .connect()
            .onComplete(
                connection ->
                    made.complete(
                        new Open(client, connection, type == RedisClientType.CLUSTER, listener)),
                made::completeExceptionally));
    Answers.when(
        Answers.within(loop, ANSWER_MILLIS, made),
        (connection, failed) -> {
          if (failed == null) {
            answer.complete(connection);
            return;
          }
          var unused = client.close();
          Throwable why = made.isCompletedExceptionally() ? made.exceptionNow() : failed;
          answer.completeExceptionally(
              new UnreachableLogException(
                  "The engine at %s cannot be reached: %s"
                      .formatted(place.addresses(), why.getMessage()),
                  why));
        });
  }

  private NetClientOptions network() {
    var network =
        new NetClientOptions()
            .setTcpNoDelay(true)
            .setTcpKeepAlive(true)
            .setHostnameVerificationAlgorithm(place.isSecure() ? "HTTPS" : "")
            .setConnectTimeout(CONNECT_MILLIS);
    Path authorities = place.authorities();
    if (authorities != null) {
      network.setTrustOptions(new PemTrustOptions().addCertPath(authorities.toString()));
    }
    return network;
  }

  /** A connection that is open, until it is not. */
  private static final class Open implements Connection {
    /** Vert.x closes what nobody holds. */
    private final Redis client;

    private final RedisConnection connection;
    private final boolean isCluster;
    private final Listener listener;
    private boolean isLost;

    Open(Redis client, RedisConnection connection, boolean isCluster, Listener listener) {
      this.client = client;
      this.connection = connection;
      this.isCluster = isCluster;
      this.listener = listener;
      connection.handler(this::message);
      connection.endHandler(end -> lost());
      connection.exceptionHandler(failed -> lost());
    }

    private void lost() {
      if (!isLost) {
        isLost = true;
        listener.lost();
        var unused = client.close();
      }
    }

    private void message(Response response) {
      if (response.size() == 3 && response.get(0).toString().endsWith("message")) {
        listener.message(response.get(1).toString(), response.get(2).toBytes());
      }
    }

    @Override
    public CompletableFuture<List<Reply>> send(List<Command> commands) {
      List<Request> requests = commands.stream().map(Open::request).toList();
      var answer = new CompletableFuture<List<Reply>>();
      Future<List<@Nullable Response>> sent =
          isCluster ? byNodes(requests) : connection.batch(requests);
      sent.onComplete(
          responses -> answer.complete(responses.stream().map(Open::reply).toList()),
          failed -> {
            IOException why = problem(failed);
            answer.completeExceptionally(why);
            if (isDemoted(failed)) {
              // A replica now: the primary is somewhere else.
              lost();
            }
          });
      return answer;
    }

    /** To each node of a cluster what it keeps; what belongs to none goes to all. */
    private Future<List<@Nullable Response>> byNodes(List<Request> requests) {
      return RedisCluster.create(connection)
          .groupByNodes(requests)
          .compose(grouping -> {
            if (grouping.getKeyed().isEmpty()) {
              return connection.batch(requests);
            }
            IdentityHashMap<Request, @Nullable Response> replies = new IdentityHashMap<>();
            List<Future<List<@Nullable Response>>> parts = new ArrayList<>();
            for (List<Request> keyed : grouping.getKeyed()) {
              List<Request> part = together(requests, keyed, grouping.getUnkeyed());
              parts.add(
                  connection
                      .batch(part)
                      .onSuccess(responses -> {
                        for (int i = 0; i < part.size(); i++) {
                          replies.put(part.get(i), responses.get(i));
                        }
                      }));
            }
            return Future.all(parts)
                .map(done -> {
                  List<@Nullable Response> all = new ArrayList<>();
                  requests.forEach(request -> all.add(replies.get(request)));
                  return all;
                });
          });
    }

    private static List<Request> together(
        List<Request> all, List<Request> keyed, List<Request> unkeyed) {
      IdentityHashMap<Request, Boolean> wanted = new IdentityHashMap<>();
      keyed.forEach(request -> wanted.put(request, true));
      unkeyed.forEach(request -> wanted.put(request, true));
      return all.stream().filter(wanted::containsKey).toList();
    }

    private static Request request(Command command) {
      Request request = Request.cmd(KNOWN.computeIfAbsent(command.name(), CREATE));
      for (byte[] argument : command.arguments()) {
        request.arg(argument);
      }
      return request;
    }

    private static Reply reply(@Nullable Response response) {
      if (response == null) {
        return new Reply.Blob(null);
      }
      if (response.type() == ResponseType.NUMBER) {
        Long value = response.toLong();
        return new Reply.Whole(value == null ? 0 : value);
      }
      if (response.type() == ResponseType.MULTI) {
        List<Reply> items = new ArrayList<>(response.size());
        for (int i = 0; i < response.size(); i++) {
          items.add(reply(response.get(i)));
        }
        return new Reply.Items(items);
      }
      return new Reply.Blob(
          response.type() == ResponseType.BULK
              ? response.toBytes()
              : response.toString().getBytes(UTF_8));
    }

    private static IOException problem(Throwable failed) {
      String message = String.valueOf(failed.getMessage());
      boolean isGone =
          message.contains("CONNECTION_CLOSED")
              || message.contains("Connection is closed")
              || failed instanceof IOException
              || message.contains("Connection was closed")
              || message.contains("LOADING")
              || message.contains("CLUSTERDOWN")
              || message.contains("Failed obtaining connection");
      return isGone || isDemoted(failed)
          ? new UnreachableLogException("The engine cannot be reached: " + message, failed)
          : new EngineException("The engine refused: " + message, failed);
    }

    private static boolean isDemoted(Throwable failed) {
      String message = String.valueOf(failed.getMessage());
      return message.contains("READONLY") || message.contains("MASTERDOWN");
    }

    @Override
    public void subscribe(Command command) {
      var unused = connection.send(request(command)).onFailure(failed -> lost());
    }

    @Override
    public void close() {
      isLost = true;
      var unused = client.close();
    }
  }
}
