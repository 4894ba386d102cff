/**
 * Bytes to events and back: framing, one package for each dialect, requests, JSON, the lifecycle.
 */
@SuppressWarnings("module") // The modules that may use what is not for everybody are built later.
module dev.weir.codec {
  requires static transitive org.jspecify;
  requires transitive dev.weir.event;
  requires tools.jackson.core;

  exports dev.weir.codec;
  exports dev.weir.codec.bind;
  exports dev.weir.codec.chunk;
  exports dev.weir.codec.conversation;
  exports dev.weir.codec.dialect;
  exports dev.weir.codec.frontend;
  exports dev.weir.codec.frontend.agui;
  exports dev.weir.codec.frontend.vercel;
  exports dev.weir.codec.json;
  exports dev.weir.codec.lifecycle;
  exports dev.weir.codec.partial;
  exports dev.weir.codec.registry;
  exports dev.weir.codec.request;
  exports dev.weir.codec.seal;
  exports dev.weir.codec.sse;
  exports dev.weir.codec.stream;
  exports dev.weir.codec.awsstream to
      dev.weir.sim;
  exports dev.weir.codec.line to
      dev.weir.client;
  exports dev.weir.codec.read to
      dev.weir.xai;
  exports dev.weir.codec.render to
      dev.weir.client,
      dev.weir.gateway,
      dev.weir.sim,
      dev.weir.xai;

  uses dev.weir.codec.dialect.Dialect;
}
