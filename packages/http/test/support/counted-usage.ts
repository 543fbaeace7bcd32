import { type UsageDimension, type UsageMeasure, type UsageSum, UserSet } from '@flagdeck/core/store'
import type { World } from './world.ts'

type Counted = Pick<World, 'api' | 'project'>

interface Asked {
  readonly measure?: UsageMeasure
  readonly by?: readonly UsageDimension[]
}

/** The counts of the project over all days. */
export async function countedUsage({ api, project }: Counted, asked: Asked = {}): Promise<readonly UsageSum[]> {
  const { measure = 'exposures', by = ['flagKey', 'variant'] } = asked
  const { store, usage } = api.deck.context
  await usage.flush()
  return store.read((tx) => tx.usageCounts.sum(project.id, { ...ALL_DAYS, measure, by }))
}

/** The number of users for each variant of a flag, over all days. */
export async function countedUsers(
  { api, project }: Counted,
  flagKey: string,
): Promise<Readonly<Record<string, number>>> {
  const { store, usage } = api.deck.context
  await usage.flush()
  const query = { ...ALL_DAYS, measure: 'exposures', flagKeys: [flagKey] } as const
  const stored = await store.read((tx) => tx.userSets.list(project.id, query))
  const sets = new Map<string, UserSet>()
  for (const { variant, users } of stored) {
    const set = sets.get(variant) ?? UserSet.empty()
    set.merge(UserSet.read(users))
    sets.set(variant, set)
  }
  return Object.fromEntries([...sets].map(([variant, { size }]) => [variant, size]))
}

const ALL_DAYS = { period: 'day', from: '2000-01-01', until: '3000-01-01' } as const
