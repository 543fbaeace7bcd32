import { type Store, StoreUnavailable } from '@flagdeck/core'
import { aroundTransactions, SerializationFailure } from '@flagdeck/core/store'
import { type Span, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { SCOPE } from './scope.ts'

/**
 * Creates a span `store.read` or `store.write` for each transaction, which includes the wait for a connection.
 * Transactions outside a span get none: instances query the store every few seconds, which is of no interest.
 *
 * @example
 * const deck = await createFlagdeck({ store: tracedStore(sqliteStore('flags.db')) })
 */
export function tracedStore(store: Store): Store {
  const tracer = trace.getTracer(SCOPE)
  return aroundTransactions(store, (kind, run) =>
    trace.getActiveSpan() ? inSpan(tracer, `store.${kind}`, run) : run(),
  )
}

function inSpan<T>(tracer: Tracer, name: string, run: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(name, async (span) => {
    try {
      return await run()
    } catch (error) {
      noteFailure(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

/** Marks the span as failed if the store failed. Other errors are mostly results, such as an unknown flag. */
function noteFailure(span: Span, error: unknown): void {
  if (!(error instanceof StoreUnavailable || error instanceof SerializationFailure)) return
  span.setAttribute('error.type', error.name)
  span.setStatus({ code: SpanStatusCode.ERROR, message: error.message })
}
