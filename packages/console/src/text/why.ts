import { ownValue } from '../parts/own-value.ts'

/** The reason for a result in the response of the API. */
interface Reason {
  readonly reason: string
  readonly reason_description: string
  /** Starts at 0; null if no single condition set decided. */
  readonly condition_index: number | null
}

/** Returns the reason for a result in words for users. The description of the API uses technical terms (CONSOLE-28). */
export function whyText({ reason, reason_description: description, condition_index: index }: Reason): string {
  if (reason === 'condition_match' && index !== null) return `Matched condition set ${index + 1}`
  return ownValue(WORDS, reason) ?? description
}

const WORDS: Readonly<Record<string, string>> = {
  out_of_rollout_bound: 'Not in the rollout',
  no_condition_match: 'No condition set matched',
  no_group_type: 'Not in a group of the required type',
  super_condition_value: 'Decided by early access',
  holdout_condition_value: 'In the holdout',
  flag_disabled: 'The flag is off',
  missing_dependency: 'Depends on a flag that does not exist',
}

/** Returns the result of a flag in words: a variant by its key, otherwise on or off. */
export function resultText(result: string | boolean): string {
  if (typeof result === 'string') return result
  return result ? 'On' : 'Off'
}
