/** The log of streams in an engine that speaks the Redis protocol. */
module dev.weir.redis {
  requires static transitive org.jspecify;
  requires transitive dev.weir.log;
  requires io.vertx.core;
  requires io.vertx.redis.client;

  exports dev.weir.redis;
}
