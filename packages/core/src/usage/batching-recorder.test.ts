import { describe, expect, it } from 'vitest'
import { testDeck } from '../testing/test-deck.ts'
import type { FlagCall } from './usage-recorder.ts'
import { UserSet } from './user-set.ts'

describe('recording usage', () => {
  it('USAGE-1 counts a call in its bucket and its day, with its user', async () => {
    const { deck, flags, store, clock, project } = await testDeck()
    await flags.create({ key: 'a' })
    const { usage } = deck.context
    const call: FlagCall = {
      projectId: project.id,
      flagKey: 'a',
      variant: 'true',
      measure: 'exposures',
      source: 'sdk_local',
      sdk: 'posthog-node',
      distinctId: 'ada',
      count: 1,
      errors: 0,
      at: clock(),
      uuid: null,
    }
    usage.record(call)
    usage.record({ ...call, uuid: 'one' })
    await usage.flush()
    usage.record({ ...call, uuid: 'one', distinctId: 'bob' })
    await usage.flush()
    await store.read(async (tx) => {
      const query = { measure: 'exposures', from: '2026', until: '2027' } as const
      expect(await tx.usageCounts.sum(project.id, { ...query, period: 'bucket', by: ['start', 'variant'] })).toEqual([
        { start: '2026-01-01T12:00:00.000000Z', variant: 'true', count: 2, errors: 0 },
      ])
      expect(await tx.usageCounts.sum(project.id, { ...query, period: 'day', by: ['start'] })).toEqual([
        { start: '2026-01-01', count: 2, errors: 0 },
      ])
      const sets = await tx.userSets.list(project.id, { ...query, period: 'day' })
      expect(sets.map(({ users }) => UserSet.read(users).size)).toEqual([2])
      expect((await tx.flags.findLiveByKey(project.id, 'a'))?.lastCalledAt).toBe('2026-01-01T12:00:00.000000Z')
    })
  })
})
