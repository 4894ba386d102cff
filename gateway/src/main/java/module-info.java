/** The server: HTTP API, resumable streams, tools, the page. */
module dev.weir.gateway {
  requires static transitive org.jspecify;
  requires transitive dev.weir.client;
  requires transitive dev.weir.log;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.codec.http;
  requires io.netty.common;
  requires io.netty.resolver;
  requires io.netty.transport;
  requires io.vertx.core;
  requires java.management;
  requires jdk.management;

  exports dev.weir.gateway;
  exports dev.weir.gateway.security;
  exports dev.weir.gateway.settings;
  exports dev.weir.gateway.tool;
}
