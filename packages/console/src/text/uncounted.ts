import { whole } from '../parts/number.ts'

interface Uncounted {
  readonly group_type_index: number | null
  readonly estimate: { readonly users: number; readonly changed: number } | null
}

/** The effect of an edit that cannot be counted, because no persons are stored: with an estimate from usage if there is one. */
export function uncountedEffect({ group_type_index: groupType, estimate }: Uncounted): string {
  const [stored, users] = groupType === null ? ['persons', 'users'] : ['groups', 'groups']
  const reason = `Cannot be counted, because no ${stored} are stored.`
  if (estimate === null) return reason
  const share = `${whole(estimate.changed)} of the ${whole(estimate.users)} ${users} of the last 7 days`
  return `${reason} By usage, about ${share} get another answer.`
}
