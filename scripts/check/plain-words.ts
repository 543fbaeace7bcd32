/** A word of our own dialect in prose, the plain words to use instead, and how often it is still in the repository. */
export interface PlainWord {
  /** Alternatives are separated by `|`. Every form is listed. */
  readonly word: string
  readonly instead: string
  /** Only ever lowered. The row is removed at 0, and the check with the last row. */
  readonly left: number
}

export const PLAIN_WORDS: readonly PlainWord[] = [
  { word: 'tell|tells|told|telling', instead: 'return, report, record, notify', left: 439 },
  { word: 'keep|keeps|kept|keeping', instead: 'store, cache', left: 599 },
  { word: "nobody|nobody's", instead: 'no client, no user', left: 408 },
  { word: "somebody|somebody's", instead: 'a user, a client', left: 233 },
  { word: "everybody|everybody's|anybody", instead: 'all users, any user', left: 173 },
  { word: 'whoever|whom|whomever|whose turn', instead: 'callers, clients, users with', left: 305 },
  { word: 'asked|asks|asking', instead: 'request, query, load', left: 712 },
  { word: 'beside|besides', instead: 'in addition, next to', left: 246 },
  { word: 'at once', instead: 'immediately, or concurrently', left: 181 },
  { word: 'turns|turn', instead: 'evaluation pass, event-loop tick, retry', left: 144 },
  { word: 'looks at|looked at|look at|looking at', instead: 'depend on, reference, read', left: 248 },
  { word: 'begins|begin|begun|began', instead: 'start, open', left: 259 },
  { word: 'of its own|of their own|by itself|by themselves', instead: 'separate, automatically', left: 324 },
  { word: 'hears|heard|hear', instead: 'is notified, receive', left: 85 },
  { word: 'stands|stood', instead: 'is', left: 168 },
  { word: 'goes on|go on|went on|going on', instead: 'continue, still works', left: 110 },
  { word: 'met|meetings|meets', instead: 'seen, exposed', left: 41 },
  { word: 'apart', instead: 'separately', left: 48 },
  { word: 'meanwhile', instead: 'concurrently', left: 70 },
  { word: 'stranger|strangers', instead: 'unauthenticated client', left: 13 },
  { word: 'walk|walks|walked', instead: 'replay, iterate', left: 34 },
  { word: 'floor|floors|house|houses|door|doors|room', instead: 'layer, codebase, entry point, capacity', left: 133 },
  { word: 'is gone|are gone|was gone', instead: 'deleted, evicted', left: 51 },
  { word: 'anew', instead: 'again, reload', left: 64 },
  { word: 'is away|are away|was away', instead: 'unavailable', left: 45 },
  { word: 'picture|pictures', instead: 'snapshot', left: 50 },
  { word: 'perhaps', instead: 'nullable, optional', left: 6 },
  { word: 'comes to|come to|came to', instead: 'amounts to, equals', left: 33 },
  { word: 'lets go|let go', instead: 'drop, evict, discard', left: 30 },
  { word: 'mend|mends|mended', instead: 'fix', left: 4 },
  { word: 'judge|judges|judged|held against|held to|holds against', instead: 'validate against', left: 22 },
  { word: 'laid over|lay over|lays over', instead: 'merge into', left: 22 },
  { word: 'told off|put away|taken out', instead: 'archive, remove', left: 6 },
]
