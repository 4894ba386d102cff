/** What Amazon Bedrock streams: the Converse events, and the text models behind InvokeModel. */
@NullMarked
package dev.weir.codec.dialect.bedrock;

import org.jspecify.annotations.NullMarked;
