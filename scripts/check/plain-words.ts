/** A word of our own dialect in prose, the plain words to use instead, and how often it is still in the repository. */
export interface PlainWord {
  /** Alternatives are separated by `|`. Every form is listed. */
  readonly word: string
  readonly instead: string
  /** Only ever lowered. The row is removed at 0, and the check with the last row. */
  readonly left: number
}

export const PLAIN_WORDS: readonly PlainWord[] = [
  { word: 'tell|tells|told|telling', instead: 'return, report, record, notify', left: 206 },
  { word: 'keep|keeps|kept|keeping', instead: 'store, cache', left: 268 },
  { word: "nobody|nobody's", instead: 'no client, no user', left: 183 },
  { word: "somebody|somebody's", instead: 'a user, a client', left: 139 },
  { word: "everybody|everybody's|anybody", instead: 'all users, any user', left: 75 },
  { word: 'whoever|whom|whomever|whose turn', instead: 'callers, clients, users with', left: 138 },
  { word: 'asked|asks|asking', instead: 'request, query, load', left: 277 },
  { word: 'beside|besides', instead: 'in addition, next to', left: 121 },
  { word: 'at once', instead: 'immediately, or concurrently', left: 74 },
  { word: 'turns|turn', instead: 'evaluation pass, event-loop tick, retry', left: 85 },
  { word: 'looks at|looked at|look at|looking at', instead: 'depend on, reference, read', left: 84 },
  { word: 'begins|begin|begun|began', instead: 'start, open', left: 111 },
  { word: 'of its own|of their own|by itself|by themselves', instead: 'separate, automatically', left: 177 },
  { word: 'hears|heard|hear', instead: 'is notified, receive', left: 29 },
  { word: 'stands|stood', instead: 'is', left: 86 },
  { word: 'goes on|go on|went on|going on', instead: 'continue, still works', left: 46 },
  { word: 'met|meetings|meets', instead: 'seen, exposed', left: 15 },
  { word: 'apart', instead: 'separately', left: 20 },
  { word: 'meanwhile', instead: 'concurrently', left: 34 },
  { word: 'stranger|strangers', instead: 'unauthenticated client', left: 8 },
  { word: 'walk|walks|walked', instead: 'replay, iterate', left: 15 },
  { word: 'floor|floors|house|houses|door|doors|room', instead: 'layer, codebase, entry point, capacity', left: 75 },
  { word: 'is gone|are gone|was gone', instead: 'deleted, evicted', left: 25 },
  { word: 'anew', instead: 'again, reload', left: 30 },
  { word: 'is away|are away|was away', instead: 'unavailable', left: 11 },
  { word: 'picture|pictures', instead: 'snapshot', left: 11 },
  { word: 'perhaps', instead: 'nullable, optional', left: 2 },
  { word: 'comes to|come to|came to', instead: 'amounts to, equals', left: 15 },
  { word: 'lets go|let go', instead: 'drop, evict, discard', left: 8 },
  { word: 'mend|mends|mended', instead: 'fix', left: 2 },
  { word: 'judge|judges|judged|held against|held to|holds against', instead: 'validate against', left: 10 },
  { word: 'laid over|lay over|lays over', instead: 'merge into', left: 10 },
  { word: 'told off|put away|taken out', instead: 'archive, remove', left: 1 },
]
