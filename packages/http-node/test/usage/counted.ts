import type { Flagdeck } from '@flagdeck/core'
import { type UsageDimension, type UsageMeasure, UserSet, type UserSetQuery } from '@flagdeck/core/store'

const ALL_DAYS = { period: 'day', from: '2000-01-01', until: '3000-01-01' } as const

/** The counts that a deck has recorded in a project over all days, grouped by `by`; the number is `count`. */
export async function counted(
  { context }: Flagdeck,
  projectId: number,
  by: readonly UsageDimension[],
  measure: UsageMeasure = 'exposures',
) {
  await context.usage.flush()
  return context.store.read((tx) => tx.usageCounts.sum(projectId, { ...ALL_DAYS, measure, by }))
}

/** The number of users or groups, by flag and variant. */
export async function countedUsers(
  { context }: Flagdeck,
  projectId: number,
  measure: UserSetQuery['measure'] = 'exposures',
): Promise<ReadonlyMap<string, number>> {
  await context.usage.flush()
  const sets = await context.store.read((tx) => tx.userSets.list(projectId, { ...ALL_DAYS, measure }))
  const merged = new Map<string, UserSet>()
  for (const { flagKey, variant, users } of sets) {
    const set = merged.get(`${flagKey}=${variant}`) ?? UserSet.empty()
    set.merge(UserSet.read(users))
    merged.set(`${flagKey}=${variant}`, set)
  }
  return new Map([...merged].map(([place, { size }]) => [place, size]))
}
