import { describe, expect, it } from 'vitest'
import type { NewFlag } from '../../data/records/flag.ts'
import type { FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import { pageRequest } from '../../foundation/pagination/page.ts'
import { newFlagIndex, newFlagRow } from '../../testing/row-builders.ts'
import { type TestDeck, testDeck } from '../../testing/test-deck.ts'
import { createFlagDashboard } from '../dashboards/flag-usage/create-flag-dashboard.ts'
import { previewFlag } from '../impact/preview-flag.ts'
import { evaluateFlag, evaluateFlags } from './evaluate-flags.ts'
import { evaluatePublishedFlags } from './evaluate-published-flags.ts'
import { listFlags } from './list-flags.ts'
import { readRemoteConfig } from './read-remote-config.ts'
import { serveDecisions } from './serve-flags.ts'

const DAMAGED_FILTERS: readonly JsonValue[] = [
  'not JSON',
  '',
  null,
  5,
  [],
  {},
  { groups: 5 },
  { groups: [5, null] },
  { groups: [{ properties: [null, 3] }] },
  { groups: [{ properties: { plan: 'pro' } }] },
  { groups: [{}], multivariate: 5 },
  { groups: [{}], multivariate: { variants: 7 } },
  { groups: [{}], multivariate: { variants: [null] } },
  { groups: [{}], payloads: 'blue' },
]

/** Returns a deck with a valid flag, and a flag whose filters were corrupted in the database. */
async function deckWith(
  filters: JsonValue,
  fields: Partial<NewFlag> = {},
): Promise<TestDeck & { readonly damagedId: number }> {
  const world = await testDeck({ encryptionKey: new Uint8Array(32) })
  await world.flags.create({ key: 'sound', filters: { groups: [{ rollout_percentage: 100 }] } })
  const damaged = { projectId: world.project.id, key: 'damaged', filters: filters as unknown as FlagFilters }
  const row = newFlagRow({ ...fields, ...damaged })
  const { id } = await world.store.write(async (tx) => {
    const projectVersion = await tx.projects.raiseVersion(world.project.id)
    return tx.flags.insert({ ...row, projectVersion }, newFlagIndex(row))
  })
  await world.deck.context.snapshots.check()
  return { ...world, damagedId: id }
}

describe.each(DAMAGED_FILTERS.map((filters) => ({ filters })))(
  'FLAG-93 a flag with the filters $filters',
  ({ filters }) => {
    it('is listed and read as it is stored', async () => {
      const { context, flags, damagedId } = await deckWith(filters)
      const { items } = await listFlags(context, { order: { field: 'id', descending: false } }, pageRequest())
      expect(items.map((flag) => flag.key)).toEqual(['sound', 'damaged'])
      expect((await flags.get(damagedId)).filters).toEqual(filters)
    })

    it('spoils no other answer, and fails alone', async () => {
      const { deck, project, flags } = await deckWith(filters)
      expect(flags.isEnabled('sound', { distinctId: 'ada' })).toBe(true)
      expect(flags.evaluate('damaged', { distinctId: 'ada' })).toMatchObject({ enabled: false, failed: true })
      const snapshot = await deck.context.snapshots.get(project.id)
      const decisions = snapshot && evaluatePublishedFlags(snapshot, { distinctId: 'ada' }, {})
      expect(decisions?.map(({ key, enabled }) => [key, enabled])).toEqual([
        ['damaged', false],
        ['sound', true],
      ])
    })

    it('spoils no answer that is completed with what is stored', async () => {
      const { context, deck, project, damagedId } = await deckWith(filters, { ensureExperienceContinuity: true })
      const snapshot = await deck.context.snapshots.get(project.id)
      const subject = { distinctId: 'ada', anonDistinctId: 'visitor' }
      const decisions = snapshot && (await serveDecisions(deck.context, snapshot, subject, {}))
      expect(decisions).toMatchObject([{ failed: true }, { key: 'sound', enabled: true }])
      const evaluated = await evaluateFlags(context, subject)
      expect(evaluated.map(({ decision }) => decision)).toMatchObject([{ failed: true }, { enabled: true }])
      expect(await evaluateFlag(context, damagedId, subject)).toMatchObject({ decision: { failed: true } })
    })

    it('is left out of the feed', async () => {
      const { deck, project } = await deckWith(filters)
      const snapshot = await deck.context.snapshots.get(project.id)
      const feed = JSON.parse(new TextDecoder().decode(await snapshot?.feed()))
      expect(feed.flags.map((flag: { readonly key: string }) => flag.key)).toEqual(['sound'])
    })

    it('can be renamed as it is, and repaired', async () => {
      const { flags, damagedId } = await deckWith(filters)
      expect(await flags.update(damagedId, { name: 'Broken' })).toMatchObject({ name: 'Broken', filters })
      const repair = { groups: [{ rollout_percentage: 100 }], multivariate: null, payloads: null }
      await flags.update(damagedId, { filters: repair })
      expect(flags.isEnabled('damaged', { distinctId: 'ada' })).toBe(true)
    })

    it('has no configuration, and can get a dashboard', async () => {
      const { context, damagedId } = await deckWith(filters, { isRemoteConfiguration: true })
      expect(await readRemoteConfig(context, 'damaged')).toBeNull()
      expect(await createFlagDashboard(context, damagedId)).toMatchObject({ key: 'damaged' })
    })

    it('can be changed with the version that was read, previewed, and turned into an encrypted one', async () => {
      const { context, flags, damagedId } = await deckWith(filters, { isRemoteConfiguration: true })
      const repair = { groups: [], payloads: { true: '"secret"' } }
      await flags.update(damagedId, { owner: 'Anna' })
      const sent = { filters: repair, version: 1, originalFlag: { name: '' } }
      expect(await previewFlag(context, damagedId, sent)).toMatchObject({ changed: 0 })
      await expect(flags.update(damagedId, { hasEncryptedPayloads: true })).rejects.toThrow('payload is required')
      const wanted = { ...sent, name: 'New', filters: { ...repair, multivariate: null }, hasEncryptedPayloads: true }
      expect(await flags.update(damagedId, wanted)).toMatchObject({ name: 'New', owner: 'Anna', version: 3 })
    })
  },
)
