/** The reason for an answer, as the API gives it. */
interface Reason {
  readonly reason: string
  readonly reason_description: string
  /** Counted from 0; null where no single condition set decided. */
  readonly condition_index: number | null
}

/** Why somebody gets an answer, for people: the API says it in the words that programs know (CONSOLE-28). */
export function whyText({ reason, reason_description: description, condition_index: index }: Reason): string {
  if (reason === 'condition_match' && index !== null) return `Set ${index + 1} matches`
  return WORDS[reason] ?? description
}

const WORDS: Readonly<Record<string, string>> = {
  out_of_rollout_bound: 'Outside of the rollout',
  no_condition_match: 'No set matches',
  no_group_type: 'In no group of that type',
  super_condition_value: 'Early access decides',
  holdout_condition_value: 'In the holdout',
  flag_disabled: 'The flag is off',
  missing_dependency: 'A flag that it looks at is missing',
}
