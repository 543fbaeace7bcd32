import type { UsageSource } from '../../../data/records/usage.ts'
import type { Measurement } from './measure.ts'
import { isImpossible } from './usage-filter.ts'
import type { UsageReads } from './usage-reads.ts'

/** Whether everything that was counted also said of whom (INSIGHT-26). */
export interface UsersCoverage {
  readonly complete: boolean
  /** Sources that counted in the range and do not know users; theirs are missing. */
  readonly sourcesWithoutUsers: readonly UsageSource[]
}

/** Unleash clients send counts, without saying of whom. */
const SOURCES_WITHOUT_USERS: readonly UsageSource[] = ['unleash']
/** Neither do these say of which groups their users were. */
const SOURCES_WITHOUT_GROUPS: readonly UsageSource[] = [...SOURCES_WITHOUT_USERS, 'go_feature_flag']

export async function usersCoverage(
  reads: UsageReads,
  { measure, groupTypeIndex, bounds, filter }: Pick<Measurement, 'measure' | 'groupTypeIndex' | 'bounds' | 'filter'>,
): Promise<UsersCoverage> {
  if (isImpossible(filter)) return coverage([])
  // All sources rather than those alone: PostgreSQL walks every flag's counts when it is asked for some sources.
  const sums = await reads.sum({ measure, ...bounds, ...filter, by: ['source'] })
  const counted = sums.flatMap(({ source, count }) => (source && count > 0 ? [source] : []))
  const without = groupTypeIndex === null ? SOURCES_WITHOUT_USERS : SOURCES_WITHOUT_GROUPS
  return coverage(without.filter((source) => counted.includes(source)))
}

function coverage(sourcesWithoutUsers: readonly UsageSource[]): UsersCoverage {
  return { complete: sourcesWithoutUsers.length === 0, sourcesWithoutUsers }
}

/** What is missing from either of two numbers. */
export function bothCoverages(a: UsersCoverage | null, b: UsersCoverage | null): UsersCoverage | null {
  if (!a || !b) return a ?? b
  return coverage([...new Set([...a.sourcesWithoutUsers, ...b.sourcesWithoutUsers])].sort())
}
