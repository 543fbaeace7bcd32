import type { UsageSource } from '../../../data/records/usage.ts'
import type { Measurement } from './measure.ts'
import { isImpossible } from './usage-filter.ts'
import type { UsageReads } from './usage-reads.ts'

/** Whether all counts also contain users (INSIGHT-26). */
export interface UsersCoverage {
  readonly complete: boolean
  /** Sources with counts in the range but without users; their users are missing. */
  readonly sourcesWithoutUsers: readonly UsageSource[]
}

/** Sources without users: Unleash clients send only counts. */
const SOURCES_WITHOUT_USERS: readonly UsageSource[] = ['unleash']
/** Sources without groups of users. */
const SOURCES_WITHOUT_GROUPS: readonly UsageSource[] = [...SOURCES_WITHOUT_USERS, 'go_feature_flag']

export async function usersCoverage(
  reads: UsageReads,
  { measure, groupTypeIndex, bounds, filter }: Pick<Measurement, 'measure' | 'groupTypeIndex' | 'bounds' | 'filter'>,
): Promise<UsersCoverage> {
  if (isImpossible(filter)) return coverage([])
  // All sources, and not only these: PostgreSQL scans the counts of every flag when a query selects some sources.
  const sums = await reads.sum({ measure, ...bounds, ...filter, by: ['source'] })
  const counted = sums.flatMap(({ source, count }) => (source && count > 0 ? [source] : []))
  const without = groupTypeIndex === null ? SOURCES_WITHOUT_USERS : SOURCES_WITHOUT_GROUPS
  return coverage(without.filter((source) => counted.includes(source)))
}

function coverage(sourcesWithoutUsers: readonly UsageSource[]): UsersCoverage {
  return { complete: sourcesWithoutUsers.length === 0, sourcesWithoutUsers }
}

/** Combines what is missing in two results. */
export function bothCoverages(a: UsersCoverage | null, b: UsersCoverage | null): UsersCoverage | null {
  if (!a || !b) return a ?? b
  return coverage([...new Set([...a.sourcesWithoutUsers, ...b.sourcesWithoutUsers])].sort())
}
