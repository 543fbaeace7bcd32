import type {
  SetMeasure,
  UsageCountQuery,
  UsageDimension,
  UsageMeasure,
  UsagePeriod,
  UsageSum,
} from '../../data/records/usage.ts'
import type { FlagCall } from '../../runtime/usage/usage-recorder.ts'
import { UserSet } from '../../runtime/usage/user-set.ts'
import { type TestDeck, type TestDeckOptions, testDeck } from '../test-deck.ts'

/** A deck with a flag `flag`, and access to its recorded usage. */
export interface UsageTrial extends TestDeck {
  /** Returns an evaluation of the flag by an SDK at the current time, with the given fields. */
  call(special?: Partial<FlagCall>): FlagCall
  /** Records evaluations, and writes them to the store. */
  keep(...calls: readonly Partial<FlagCall>[]): Promise<void>
  flush(): Promise<void>
  sums(by: readonly UsageDimension[], query?: Partial<UsageCountQuery>): Promise<readonly UsageSum[]>
  /** Returns how many evaluations of a measure are stored, by the hour and by the day. */
  counts(measure?: UsageMeasure): Promise<readonly [buckets: number, days: number]>
  /** Returns the number of users or groups of a measure, over all variants. */
  users(measure?: SetMeasure, period?: UsagePeriod): Promise<number>
}

const EVER = { measure: 'exposures', from: '', until: '~' } as const

export async function usageTrial(options: TestDeckOptions = {}): Promise<UsageTrial> {
  const deck = await testDeck(options)
  if (!(await deck.flags.find('flag'))) await deck.flags.create({ key: 'flag' })
  return { ...deck, ...onDeck(deck) }
}

function onDeck({ store, clock, project, context }: TestDeck): Omit<UsageTrial, keyof TestDeck> {
  const { usage } = context
  const call = (special: Partial<FlagCall> = {}): FlagCall => ({
    ...{ projectId: project.id, flagKey: 'flag', variant: 'true', measure: 'exposures', source: 'sdk_local' },
    ...{ sdk: 'posthog-node', distinctId: 'ada', count: 1, errors: 0, at: clock(), uuid: null },
    ...special,
  })
  const sums: UsageTrial['sums'] = (by, query = {}) =>
    store.read((tx) => tx.usageCounts.sum(project.id, { ...EVER, period: 'bucket', ...query, by }))
  const countOf = async (measure: UsageMeasure, period: UsagePeriod) =>
    (await sums([], { measure, period }))[0]?.count ?? 0
  return {
    call,
    sums,
    flush: () => usage.flush(),
    async keep(...calls) {
      for (const each of calls) usage.record(call(each))
      await usage.flush()
    },
    counts: async (measure = 'exposures') => [await countOf(measure, 'bucket'), await countOf(measure, 'day')],
    async users(measure = 'exposures', period = 'day') {
      const sets = await store.read((tx) => tx.userSets.list(project.id, { ...EVER, measure, period }))
      const union = UserSet.empty()
      for (const { users } of sets) union.merge(UserSet.read(users))
      return union.size
    },
  }
}
