import { isSpanContextValid, logs, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { SCOPE } from './scope.ts'

/** Whether the program has set up an SDK that collects spans or events. Spans that its sampler drops count too. */
export function isSetUp(): boolean {
  // Spans have no id without an SDK. This one never ends, so it is not exported.
  const span = trace.getTracer(SCOPE).startSpan('probe', {}, ROOT_CONTEXT)
  return isSpanContextValid(span.spanContext()) || logs.getLogger(SCOPE).enabled()
}
