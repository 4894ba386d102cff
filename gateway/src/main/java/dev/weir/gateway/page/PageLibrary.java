package dev.weir.gateway.page;

/** A library that the page uses, as it lies in its jar, pinned by version and hash. */
enum PageLibrary {
  MARKED(
      "marked.js",
      "_static/marked/17.0.5/lib/marked.esm.js",
      "0b4487359ce6b85108708e7a532e1242a27f4718241e7b2de109ac6cd307d2dc"),
  DOMPURIFY(
      "purify.js",
      "_static/dompurify/3.4.15/dist/purify.es.mjs",
      "e7d8182ea0aae9daa46c3294a486067b3f4461bd18f8ca76e499c623e9bda6e3"),
  KATEX(
      "katex.js",
      "webjars/katex/0.18.11/dist/katex.mjs",
      "b53ef659acd792006f80e32a0fbe16d84668306b2a58ce7fce052121745d5032");

  /** The name under {@code /page/lib/}. */
  final String file;

  final String resource;
  final String sha256;

  PageLibrary(String file, String resource, String sha256) {
    this.file = file;
    this.resource = "/META-INF/resources/" + resource;
    this.sha256 = sha256;
  }
}
