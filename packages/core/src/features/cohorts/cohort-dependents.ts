import type { Cohort } from '../../data/records/cohort.ts'
import type { Flag } from '../../data/records/flag.ts'
import { listed } from '../../foundation/validation/listed.ts'

/** What looks at a cohort directly: the live flags, by key, and the live cohorts, by name. */
export interface CohortDependents {
  readonly flags: readonly Pick<Flag, 'id' | 'key' | 'name' | 'active'>[]
  readonly cohorts: readonly Pick<Cohort, 'id' | 'name'>[]
}

/** Says which they are; undefined when there are none. */
export function toldDependents({ flags, cohorts }: CohortDependents): string | undefined {
  const named = flags.map(({ id, key }) => ({ id, name: key }))
  const users = [...listed('feature flags', named), ...listed('cohorts', cohorts)]
  return users.length === 0 ? undefined : users.join(' and by ')
}
