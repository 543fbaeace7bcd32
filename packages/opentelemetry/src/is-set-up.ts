import { isSpanContextValid, logs, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { SCOPE } from './scope.ts'

/**
 * Whether the program has set up an SDK that collects spans or events, so that it is worth the trouble to make some.
 * What the SDK samples away counts too.
 */
export function isSetUp(): boolean {
  // A span without an SDK has no id. This one never ends, so nobody gets to see it.
  const span = trace.getTracer(SCOPE).startSpan('probe', {}, ROOT_CONTEXT)
  return isSpanContextValid(span.spanContext()) || logs.getLogger(SCOPE).enabled()
}
