import type { Output } from '../api/call.ts'
import { percent } from '../parts/number.ts'

type Flag = Output<'retrieveFlag'>

/** Who gets a flag, in a few words: for lists. "Nobody", "Everyone", "25 % of users", "3 condition sets". */
export function whoGetsIt(flag: Pick<Flag, 'active' | 'filters'>): string {
  const groups = flag.filters.groups ?? []
  const [only] = groups
  if (!flag.active || only === undefined) return 'Nobody'
  if (groups.length > 1) return `${groups.length} condition sets`
  if ((only.properties ?? []).length > 0) return 'One condition set'
  const rollout = only.rollout_percentage ?? 100
  return rollout === 100 ? 'Everyone' : rollout === 0 ? 'Nobody' : `${percent(rollout)} of users`
}
