package dev.weir.gateway.page;

/**
 * Content security policies: what a script that got past everything else may still do.
 *
 * <p>Model output never becomes markup unchecked, and if it did, it could not run, load, send or
 * restyle anything.
 */
final class PagePolicy {

  /**
   * The page: scripts and styles from its own files, requests to its own gateway, pictures that
   * came inside a stream. Strings become markup only through DOMPurify's policy of trusted types.
   */
  static final String PAGE =
      String.join(
          "; ",
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "img-src 'self' blob:",
          "connect-src 'self'",
          "frame-src 'self'",
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types dompurify");

  /**
   * The frame that holds an artifact: it has no origin and may request nothing. What no policy
   * governs, {@code frame.html} removes from the artifact. It is a file of its own because a {@code
   * srcdoc} inherits the page's policy, under which no artifact could bring a style. Where it may
   * go by itself is limited by the page's {@code frame-src}.
   */
  static final String FRAME =
      String.join(
          "; ",
          "sandbox allow-scripts",
          "default-src 'none'",
          "script-src 'unsafe-inline'",
          "style-src 'unsafe-inline'",
          "img-src data: blob:",
          "font-src data:",
          "media-src data: blob:",
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'self'");

  private PagePolicy() {}
}
