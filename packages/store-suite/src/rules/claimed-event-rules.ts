import type { Store } from '@flagdeck/core'
import { seedTenant } from '@flagdeck/core/fixtures'
import { expect } from 'vitest'
import { moment } from './moment.ts'
import { ODD_KEYS, SHUFFLED_KEYS, UNSTORABLE_KEYS } from './odd-keys.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

const [FIRST, SECOND] = [moment('2026-01-01'), moment('2026-01-02')]

export const claimedEventRules: StoreRuleGroup = {
  title: 'claimed events',
  about:
    'SDKs send an event again if they did not receive the response, possibly to another instance. The instance that claims an event counts it.',
  rules: [
    storeRule(
      'STORE-460',
      'an event is claimed once, and returned once to a caller that claims it several times',
      async ({ store }) => {
        const trial = await claimTrial(store)
        expect(await trial.claim('a', 'b', 'a')).toEqual(['a', 'b'])
        expect(await trial.claim('b', 'c')).toEqual(['c'])
        expect(await trial.claim()).toEqual([])
        expect(await trial.claim(...SHUFFLED_KEYS.filter((key) => key !== 'a'))).toHaveLength(ODD_KEYS.length - 1)
        expect(await trial.claim(...SHUFFLED_KEYS, 'A')).toEqual([])
        expect(new Set(await trial.claim(...UNSTORABLE_KEYS))).toEqual(new Set(UNSTORABLE_KEYS))
        expect(await trial.claim(...UNSTORABLE_KEYS)).toEqual([])
      },
    ),

    storeRule('STORE-461', 'more events than fit into one statement are all claimed', async ({ store }) => {
      const trial = await claimTrial(store)
      const events = Array.from({ length: 2500 }, (_, n) => `event ${n}`)
      expect(await trial.claim(...events.slice(700, 1900))).toHaveLength(1200)
      expect(new Set(await trial.claim(...events))).toEqual(new Set([...events.slice(0, 700), ...events.slice(1900)]))
    }),

    storeRule('STORE-462', 'events of different projects are separate', async ({ store }) => {
      const [trial, other] = [await claimTrial(store), await claimTrial(store)]
      expect(await trial.claim('a')).toEqual(['a'])
      expect(await other.claim('a')).toEqual(['a'])
    }),

    storeRule(
      'STORE-463',
      'if writers claim the same events concurrently, in any order, one of them gets each event',
      async ({ store }) => {
        await expectOneWinnerEach(
          store,
          Array.from({ length: 10 }, () => store),
        )
      },
    ),

    storeRule(
      'STORE-464',
      'if writers in two stores claim the same events, one of them gets each event',
      async (trial) => {
        const second = await trial.openSecond()
        await expectOneWinnerEach(
          trial.store,
          Array.from({ length: 10 }, (_, n) => (n % 2 ? second : trial.store)),
        )
      },
    ),

    storeRule('STORE-465', 'events of a write that is rolled back can be claimed again', async ({ store }) => {
      const trial = await claimTrial(store)
      const write = store.write(async (tx) => {
        expect(await tx.claimedEvents.claim(trial.projectId, ['a'], FIRST)).toEqual(['a'])
        expect(await tx.claimedEvents.claim(trial.projectId, ['a'], FIRST)).toEqual([])
        throw new Error('taken back')
      })
      await expect(write).rejects.toThrow('taken back')
      expect(await trial.claim('a')).toEqual(['a'])
    }),

    storeRule(
      'STORE-466',
      'claims older than a time are deleted, in all projects, up to a limit',
      async ({ store }) => {
        const [trial, other] = [await claimTrial(store), await claimTrial(store)]
        for (const { projectId } of [trial, other]) {
          await store.write(async (tx) => {
            await tx.claimedEvents.claim(projectId, ['a', 'b', 'c'], FIRST)
            await tx.claimedEvents.claim(projectId, ['c', 'd'], SECOND)
          })
        }
        const remove = (limit: number) => store.write((tx) => tx.claimedEvents.deleteBefore(SECOND, limit))
        expect([await remove(4), await remove(4), await remove(4)]).toEqual([4, 2, 0])
        expect(await trial.claim('a', 'b', 'c', 'd')).toEqual(['a', 'b', 'c'])
        expect(await other.claim('d')).toEqual([])
      },
    ),
  ],
}

/** Operations on the events of one project. */
async function claimTrial(store: Store) {
  const { project } = await seedTenant(store)
  return {
    projectId: project.id,
    /** Returns the events that were not claimed before, in order. */
    claim: async (...events: readonly string[]) =>
      (await store.write((tx) => tx.claimedEvents.claim(project.id, events, FIRST))).toSorted(),
  }
}

async function expectOneWinnerEach(store: Store, writers: readonly Store[]): Promise<void> {
  const { projectId } = await claimTrial(store)
  const events = Array.from({ length: 50 }, (_, n) => `event ${n}`)
  const won = await Promise.all(
    writers.map((writer, n) =>
      writer.write((tx) => tx.claimedEvents.claim(projectId, n % 2 ? events : [...events].reverse(), FIRST)),
    ),
  )
  expect(won.flat().sort()).toEqual([...events].sort())
}
