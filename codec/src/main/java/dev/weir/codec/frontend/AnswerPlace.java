package dev.weir.codec.frontend;

/**
 * Where an answer belongs, by the names that its front end gave.
 *
 * @param stream the name of its stream
 * @param thread the conversation
 * @param answer the answer in it
 */
public record AnswerPlace(String stream, String thread, String answer) {}
