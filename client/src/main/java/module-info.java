/** Asks providers: tries and clocks, tools and turns. */
@SuppressWarnings("module") // The modules that may use what is not for everybody are built later.
module dev.weir.client {
  requires static transitive org.jspecify;
  requires transitive dev.weir.codec;
  requires transitive dev.weir.event;
  requires transitive java.net.http;

  exports dev.weir.client;
  exports dev.weir.client.call;
  exports dev.weir.client.provider;
  exports dev.weir.client.route;
  exports dev.weir.client.tool;
  exports dev.weir.client.tool.http;
  exports dev.weir.client.tool.java;
  exports dev.weir.client.tool.mcp;
  exports dev.weir.client.transport;
  exports dev.weir.client.turn;
  exports dev.weir.client.render to
      dev.weir.xai;
}
