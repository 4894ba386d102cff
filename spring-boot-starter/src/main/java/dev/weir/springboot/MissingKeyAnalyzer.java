package dev.weir.springboot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says why an application does not start without the key of its provider. */
final class MissingKeyAnalyzer extends AbstractFailureAnalyzer<MissingKeyException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, MissingKeyException cause) {
    return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
  }
}
