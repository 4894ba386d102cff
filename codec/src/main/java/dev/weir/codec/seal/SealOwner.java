package dev.weir.codec.seal;

/**
 * Who can read what is sealed; nobody else ever gets it.
 *
 * @param provider the name that the provider goes by here
 * @param modelName as it was asked for
 * @param dialect the word of the dialect that the provider speaks
 */
public record SealOwner(String provider, String modelName, String dialect) {}
