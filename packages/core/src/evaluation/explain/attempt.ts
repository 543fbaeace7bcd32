import { problemText } from '../flags/answers.ts'

/** What came of work that may fail on a damaged definition: its result, or what is wrong. */
export type Attempt<T> =
  | { readonly value: T; readonly problem: null }
  | { readonly value: undefined; readonly problem: string }

/** Does work that must not spoil the rest of an explanation. */
export function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { value: work(), problem: null }
  } catch (error) {
    return { value: undefined, problem: problemText(error) }
  }
}
