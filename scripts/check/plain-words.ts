/** A word of our own dialect in prose, the plain words to use instead, and how often it is still in the repository. */
export interface PlainWord {
  /** Alternatives are separated by `|`. Every form is listed. */
  readonly word: string
  readonly instead: string
  /** Only ever lowered. The row is removed at 0, and the check with the last row. */
  readonly left: number
}

export const PLAIN_WORDS: readonly PlainWord[] = [
  { word: 'tell|tells|told|telling', instead: 'return, report, record, notify', left: 5 },
  { word: 'keep|keeps|kept|keeping', instead: 'store, cache', left: 67 },
  { word: "nobody|nobody's", instead: 'no client, no user', left: 4 },
  { word: "somebody|somebody's", instead: 'a user, a client', left: 7 },
  { word: "everybody|everybody's|anybody", instead: 'all users, any user', left: 5 },
  { word: 'whoever|whom|whomever|whose turn', instead: 'callers, clients, users with', left: 8 },
  { word: 'asked|asks|asking', instead: 'request, query, load', left: 27 },
  { word: 'beside|besides', instead: 'in addition, next to', left: 4 },

  { word: 'turns|turn', instead: 'evaluation pass, event-loop tick, retry', left: 27 },

  { word: 'begins|begin|begun|began', instead: 'start, open', left: 7 },
  { word: 'of its own|of their own|by itself|by themselves', instead: 'separate, automatically', left: 26 },

  { word: 'stands|stood', instead: 'is', left: 16 },
  { word: 'goes on|go on|went on|going on', instead: 'continue, still works', left: 2 },
  { word: 'met|meetings|meets', instead: 'seen, exposed', left: 3 },
  { word: 'apart', instead: 'separately', left: 3 },

  { word: 'walk|walks|walked', instead: 'replay, iterate', left: 1 },
  { word: 'floor|floors|house|houses|door|doors|room', instead: 'layer, codebase, entry point, capacity', left: 13 },

  { word: 'anew', instead: 'again, reload', left: 1 },

  { word: 'picture|pictures', instead: 'snapshot', left: 6 },

  { word: 'laid over|lay over|lays over', instead: 'merge into', left: 1 },
]
