import { whole } from '../parts/number.ts'

interface Uncounted {
  readonly group_type_index: number | null
  readonly estimate: { readonly users: number; readonly changed: number } | null
}

/**
 * Returns the effect of an edit that cannot be counted, because no users are stored. It contains an estimate from usage
 * if there is one.
 */
export function uncountedEffect({ group_type_index: groupType, estimate }: Uncounted): string {
  const subjects = groupType === null ? 'users' : 'groups'
  if (estimate === null) return `Impact unknown: no ${subjects} are stored.`
  const share = `about ${whole(estimate.changed)} of ${whole(estimate.users)} ${subjects}`
  return `No ${subjects} are stored. Based on the last 7 days, the result changes for ${share}.`
}
