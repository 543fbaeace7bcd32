import type { Cohort } from '../../data/records/cohort.ts'
import type { Flag } from '../../data/records/flag.ts'
import { listed } from '../../foundation/validation/listed.ts'

/** The direct dependents of a cohort: live flags, by key, and live cohorts, by name. */
export interface CohortDependents {
  readonly flags: readonly Pick<Flag, 'id' | 'key' | 'name' | 'active'>[]
  readonly cohorts: readonly Pick<Cohort, 'id' | 'name'>[]
}

/** Returns a text that lists the dependents; undefined if there are none. */
export function toldDependents({ flags, cohorts }: CohortDependents): string | undefined {
  const named = flags.map(({ id, key }) => ({ id, name: key }))
  const users = [...listed('feature flags', named), ...listed('cohorts', cohorts)]
  return users.length === 0 ? undefined : users.join(' and by ')
}
