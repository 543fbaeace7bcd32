/** A word of our own dialect in prose, the plain words to use instead, and how often it is still in the repository. */
export interface PlainWord {
  /** Alternatives are separated by `|`. Every form is listed. */
  readonly word: string
  readonly instead: string
  /** Only ever lowered. The row is removed at 0, and the check with the last row. */
  readonly left: number
}

export const PLAIN_WORDS: readonly PlainWord[] = [
  { word: 'tell|tells|told|telling', instead: 'return, report, record, notify', left: 255 },
  { word: 'keep|keeps|kept|keeping', instead: 'store, cache', left: 337 },
  { word: "nobody|nobody's", instead: 'no client, no user', left: 240 },
  { word: "somebody|somebody's", instead: 'a user, a client', left: 155 },
  { word: "everybody|everybody's|anybody", instead: 'all users, any user', left: 98 },
  { word: 'whoever|whom|whomever|whose turn', instead: 'callers, clients, users with', left: 185 },
  { word: 'asked|asks|asking', instead: 'request, query, load', left: 454 },
  { word: 'beside|besides', instead: 'in addition, next to', left: 133 },
  { word: 'at once', instead: 'immediately, or concurrently', left: 99 },
  { word: 'turns|turn', instead: 'evaluation pass, event-loop tick, retry', left: 94 },
  { word: 'looks at|looked at|look at|looking at', instead: 'depend on, reference, read', left: 127 },
  { word: 'begins|begin|begun|began', instead: 'start, open', left: 155 },
  { word: 'of its own|of their own|by itself|by themselves', instead: 'separate, automatically', left: 210 },
  { word: 'hears|heard|hear', instead: 'is notified, receive', left: 35 },
  { word: 'stands|stood', instead: 'is', left: 117 },
  { word: 'goes on|go on|went on|going on', instead: 'continue, still works', left: 54 },
  { word: 'met|meetings|meets', instead: 'seen, exposed', left: 18 },
  { word: 'apart', instead: 'separately', left: 28 },
  { word: 'meanwhile', instead: 'concurrently', left: 38 },
  { word: 'stranger|strangers', instead: 'unauthenticated client', left: 8 },
  { word: 'walk|walks|walked', instead: 'replay, iterate', left: 26 },
  { word: 'floor|floors|house|houses|door|doors|room', instead: 'layer, codebase, entry point, capacity', left: 83 },
  { word: 'is gone|are gone|was gone', instead: 'deleted, evicted', left: 32 },
  { word: 'anew', instead: 'again, reload', left: 37 },
  { word: 'is away|are away|was away', instead: 'unavailable', left: 13 },
  { word: 'picture|pictures', instead: 'snapshot', left: 16 },
  { word: 'perhaps', instead: 'nullable, optional', left: 5 },
  { word: 'comes to|come to|came to', instead: 'amounts to, equals', left: 26 },
  { word: 'lets go|let go', instead: 'drop, evict, discard', left: 11 },
  { word: 'mend|mends|mended', instead: 'fix', left: 2 },
  { word: 'judge|judges|judged|held against|held to|holds against', instead: 'validate against', left: 11 },
  { word: 'laid over|lay over|lays over', instead: 'merge into', left: 11 },
  { word: 'told off|put away|taken out', instead: 'archive, remove', left: 2 },
]
