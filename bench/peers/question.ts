/** `false`, `true` or the key of a variant. */
export type Value = string | boolean

export type Values = Readonly<Record<string, Value>>

/**
 * A repeated evaluation by a library. Everything that can be prepared is prepared in the form that the library handles
 * best.
 */
export interface Question {
  /** Only this is measured. It returns the library's own result, which may be a promise. */
  readonly ask: () => unknown
  /** Evaluates, and converts the result to values. */
  readonly values: () => Promise<Values>
}

export function question<Answer>(ask: () => Answer, valuesOf: (answer: Awaited<Answer>) => Values): Question {
  return { ask, values: async () => valuesOf(await ask()) }
}
