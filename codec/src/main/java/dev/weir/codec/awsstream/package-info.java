/** The binary event stream of AWS, and what Bedrock puts in it. */
@NullMarked
package dev.weir.codec.awsstream;

import org.jspecify.annotations.NullMarked;
