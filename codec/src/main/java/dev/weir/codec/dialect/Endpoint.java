package dev.weir.codec.dialect;

/**
 * What a path asks for.
 *
 * @param modelName the model that the path names, or empty
 * @param streams whether a body that does not say asks for a stream
 * @param form how a stream is sent
 */
public record Endpoint(String modelName, boolean streams, StreamForm form) {}
