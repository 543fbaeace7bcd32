/** The latest call that has arrived at the server. */
export interface ReceivedCall {
  /** Names as SDKs report them; empty if none is known. */
  readonly sdks: readonly string[]
  readonly at: string
  /** The key that was called, if no flag has it. */
  readonly key?: string
}

/** The counts of the server so far. */
export interface CountedCalls {
  /** Calls and evaluations by SDK. An empty name stands for requests that name no SDK. */
  readonly bySdk: ReadonlyMap<string, number>
  /** With a resolution of a minute. */
  readonly lastSeen: string | null
  readonly key?: string
}

/** Returns the call by which `next` differs from `before`; on the first reading, the last call so far. */
export function latestCall(before: CountedCalls | undefined, next: CountedCalls, now: Date): ReceivedCall | null {
  const named = (names: readonly string[], at: string): ReceivedCall => ({
    sdks: names.filter(Boolean),
    at,
    ...(next.key !== undefined && { key: next.key }),
  })
  const names = [...next.bySdk.keys()]
  if (before === undefined) return next.lastSeen === null ? null : named(names, next.lastSeen)
  const grown = names.filter((name) => (next.bySdk.get(name) ?? 0) > (before.bySdk.get(name) ?? 0))
  return grown.length === 0 ? null : named(grown, now.toISOString())
}
