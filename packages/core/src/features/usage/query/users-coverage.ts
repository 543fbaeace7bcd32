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

export async function usersCoverage(
  reads: UsageReads,
  { measure, bounds, filter }: Pick<Measurement, 'measure' | 'bounds' | 'filter'>,
): Promise<UsersCoverage> {
  if (isImpossible(filter)) return coverage([])
  // All sources rather than those alone: PostgreSQL walks every flag's counts when it is asked for some sources.
  const sums = await reads.sum({ measure, ...bounds, ...filter, by: ['source'] })
  const counted = sums.flatMap(({ source, count }) => (source && count > 0 ? [source] : []))
  return coverage(SOURCES_WITHOUT_USERS.filter((source) => counted.includes(source)))
}

function coverage(sourcesWithoutUsers: readonly UsageSource[]): UsersCoverage {
  return { complete: sourcesWithoutUsers.length === 0, sourcesWithoutUsers }
}

/** What is missing from either of two numbers. */
export function bothCoverages(a: UsersCoverage | null, b: UsersCoverage | null): UsersCoverage | null {
  if (!a || !b) return a ?? b
  return coverage([...new Set([...a.sourcesWithoutUsers, ...b.sourcesWithoutUsers])].sort())
}
