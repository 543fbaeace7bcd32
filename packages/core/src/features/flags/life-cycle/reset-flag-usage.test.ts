import { describe, expect, it } from 'vitest'
import { allUsageNames, namesAfterReset } from '../../../data/records/usage-key.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import { testDeck } from '../../../testing/test-deck.ts'
import { resetFlagUsage } from './reset-flag-usage.ts'

const DAY_MS = 86_400_000

describe('resetting the usage of a flag', () => {
  it('USAGE-72 makes no version, and ACT-24 an entry that reports since when it is counted', async () => {
    const { flags, clock } = await testDeck()
    const before = await flags.create({ key: 'flag' })
    clock.advance(1000)
    const now = timestampOf(clock())
    const reset = await flags.resetUsage(before.id)
    expect(reset).toMatchObject({ version: 1, usageResetAt: now, updatedAt: before.updatedAt })
    const [entry] = (await flags.activity(before.id)).items
    expect(entry).toMatchObject({ verb: 'updated', detail: { name: 'flag', trigger: null } })
    expect(entry?.detail.changes).toEqual([
      { type: 'FeatureFlag', action: 'created', field: 'usageResetAt', before: null, after: now },
    ])
    expect((await flags.versions(before.id)).items.map(({ version }) => version)).toEqual([1])
  })

  it('USAGE-76 takes the right to edit the flag, which is not deleted', async () => {
    const { as, member, flags, owner } = await testDeck()
    const { id } = await flags.create({ key: 'flag' })
    const reader = await as(member, { scopes: ['feature_flag:read'] })
    await expect(resetFlagUsage(reader, id)).rejects.toMatchObject({ kind: 'permission_denied' })
    await expect(resetFlagUsage(await as(owner), id + 1)).rejects.toMatchObject({ kind: 'not_found' })
    await flags.delete(id)
    await expect(flags.resetUsage(id)).rejects.toThrow('Cannot reset the usage of a deleted feature flag')
  })

  it('USAGE-74 begins the days without a call again, in the status and in the list', async () => {
    const { flags, clock, seeNow } = await seenDeck()
    const { id } = await flags.create({ key: 'flag', filters: { groups: [{ rollout_percentage: 100 }] } })
    const staleKeys = async () => (await flags.list({ active: 'STALE' })).items.map(({ key }) => key)
    await seeNow()
    clock.advance(31 * DAY_MS)
    expect(await flags.status(id)).toMatchObject({ reason: 'Flag has not been called in 31 days' })
    expect(await staleKeys()).toEqual(['flag'])
    await flags.resetUsage(id)
    expect((await flags.get(id)).lastCalledAt).toBeNull()
    expect(await flags.status(id)).toMatchObject({ status: 'active', reason: 'Flag has no usage data yet' })
    expect(await staleKeys()).toEqual([])
    clock.advance(31 * DAY_MS)
    expect(await flags.status(id)).toMatchObject({ status: 'stale', isAboutRollout: true })
    expect(await staleKeys()).toEqual(['flag'])
  })

  it('USAGE-75 keeps the names of the last 20 resets', () => {
    let flag = { key: 'k', usageKey: null, usageOrigin: null } as Parameters<typeof namesAfterReset>[0]
    expect(allUsageNames(flag)).toEqual(['k'])
    flag = { ...flag, ...namesAfterReset(flag) }
    expect(flag).toEqual({ key: 'k', usageKey: 'k#1', usageOrigin: 'k' })
    expect(allUsageNames(flag)).toEqual(['k', 'k#1'])
    for (let reset = 0; reset < 30; reset++) flag = { ...flag, ...namesAfterReset(flag) }
    expect(allUsageNames(flag)).toEqual(Array.from({ length: 21 }, (_, index) => `k#${index + 11}`))
  })
})

async function seenDeck() {
  const deck = await testDeck()
  const { project, store, clock } = deck
  const seeNow = () => {
    const seen = timestampOf(clock())
    const row = {
      projectId: project.id,
      flagKey: 'flag',
      firstSeen: seen,
      lastSeen: seen,
      lastVariant: '',
      lastSdk: '',
    }
    return store.write((tx) => tx.seenFlags.note([row]))
  }
  return { ...deck, seeNow }
}
