interface Pinged {
  ping(): Promise<unknown>
}

interface LastPing {
  readonly at: number
  readonly result: Promise<unknown>
  isPending: boolean
}

/** Streams report once a second, so a slightly younger result is valid for all of them. */
const SHARED_MS = 900

// Bound: dies with the store.
const lastPings = new WeakMap<Pinged, LastPing>()

/**
 * Pings a store for all streams of the process together: however many are open, the database receives about one ping a
 * second.
 */
export function sharedPing(store: Pinged): Promise<unknown> {
  const last = lastPings.get(store)
  const now = performance.now()
  if (last && (last.isPending || now - last.at < SHARED_MS)) return last.result
  const result = store.ping()
  const ping = { at: now, result, isPending: true }
  const settle = () => {
    ping.isPending = false
  }
  result.then(settle, settle)
  lastPings.set(store, ping)
  return result
}
