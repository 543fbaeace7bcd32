/** `false`, `true` or the key of a variant. */
export type Value = string | boolean

export type Values = Readonly<Record<string, Value>>

/** What a library is asked again and again: what can be made beforehand has been, in whatever form it likes best. */
export interface Question {
  /** Only this is measured. The answer is the library's own, perhaps only promised. */
  readonly ask: () => unknown
  /** Asks, and says what the answer means. */
  readonly values: () => Promise<Values>
}

export function question<Answer>(ask: () => Answer, valuesOf: (answer: Awaited<Answer>) => Values): Question {
  return { ask, values: async () => valuesOf(await ask()) }
}
