/** Weir as models of LangChain4j: the translation between its messages and ours, and two models. */
@NullMarked
package dev.weir.langchain4j;

import org.jspecify.annotations.NullMarked;
