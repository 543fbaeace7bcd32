import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../data/memory/memory-store.ts'
import type { Store } from '../../data/store.ts'
import type { FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import { jsonBytes } from '../../foundation/json/json-bytes.ts'
import { structureBytes } from '../../foundation/json/structure-bytes.ts'
import { writeTogether } from '../../runtime/change-project.ts'
import { insertFlag } from '../../testing/seed-tenant.ts'
import { type TestDeckOptions, testDeck } from '../../testing/test-deck.ts'
import { normalizeFilters } from '../filters/normalize-filters.ts'
import { createProject } from '../identity/create-project.ts'
import { createFlag } from './create-flag.ts'
import { tagFlags } from './life-cycle/tag-flags.ts'
import { updateFlag } from './update-flag.ts'

const TOO_LARGE = { code: 'invalid_input', attr: 'filters' }
const LIMIT = 10_000
/** The bytes of the other fields of a new flag: two lists and three nulls. */
const OTHER_BYTES = 16
/** Filters of which two fit into a project, and three do not. */
const LARGE = filtersOf(4000)
const SMALL = filtersOf(1500)

/** Returns filters with which a flag without a name has exactly this number of bytes. */
function filtersOf(bytes: number): FlagFilters {
  const filters = normalizeFilters({ groups: [{}], payloads: { true: '""' } })
  const size = OTHER_BYTES + jsonBytes(filters) + structureBytes(filters)
  return { ...filters, payloads: { true: `"${'p'.repeat(bytes - size)}"` } }
}

const deckWithBound = (options: TestDeckOptions = {}) =>
  testDeck({ ...options, limits: { maxProjectFiltersBytes: LIMIT } })

async function twoProjects() {
  const deck = await deckWithBound()
  const { id } = await createProject(await deck.inOrganization(deck.owner), { name: 'Other' })
  return { ...deck, there: await deck.deck.project(id) }
}

/** Returns a memory store that counts how often a write adds up the totals of a project. */
function countSums() {
  const stored = memoryStore()
  let sums = 0
  const write: Store['write'] = (work, options) =>
    stored.write((tx) => {
      const liveTotals = (projectId: number) => {
        sums++
        return tx.projects.liveTotals(projectId)
      }
      return work({ ...tx, projects: { ...tx.projects, liveTotals } })
    }, options)
  return { store: { ...stored, write }, sums: () => sums }
}

describe('the bytes of all live flags of a project', () => {
  it('FLAG-124 counts every object and list of the filters for 128 bytes more', async () => {
    const { flags } = await deckWithBound()
    const emptyObjects = (count: number) => ({ groups: [{}], future: Array.from({ length: count }, () => ({})) })
    await expect(flags.create({ key: 'a', filters: emptyObjects(75) })).rejects.toMatchObject(TOO_LARGE)
    await expect(flags.create({ key: 'a', filters: emptyObjects(70) })).resolves.toMatchObject({ key: 'a' })
  })

  it('FLAG-140 counts entries of long lists and properties of large objects for 32 bytes more', async () => {
    const { flags } = await deckWithBound()
    const listOf = (count: number) => ({ groups: [{}], future: Array.from({ length: count }, () => 1) })
    const objectOf = ({ future }: ReturnType<typeof listOf>) => ({ groups: [{}], future: { ...future } })
    const writes = [listOf(290), objectOf(listOf(250))].map((filters) => () => flags.create({ key: 'a', filters }))
    for (const write of writes) await expect(write()).rejects.toMatchObject(TOO_LARGE)
    const { id } = await flags.create({ key: 'list', filters: listOf(260) })
    await flags.delete(id)
    await expect(flags.create({ key: 'object', filters: objectOf(listOf(200)) })).resolves.toMatchObject({})
  })

  it('FLAG-124 refuses a flag that does not fit, and accepts one of exactly the bytes that are left', async () => {
    const { flags } = await deckWithBound()
    await flags.create({ key: 'a', filters: LARGE })
    await flags.create({ key: 'b', filters: LARGE })
    await expect(flags.create({ key: 'c', filters: filtersOf(2001) })).rejects.toMatchObject({
      ...TOO_LARGE,
      message:
        'All feature flags and cohorts of this project would take 10,001 bytes. The limit is 10,000 bytes. ' +
        'Please delete unused feature flags and cohorts, shorten filters, payloads and descriptions, or raise FLAGDECK_MAX_PROJECT_FILTERS_BYTES, or the limits.maxProjectFiltersBytes option of the library.',
    })
    expect(await flags.find('c')).toBeUndefined()
    await expect(flags.create({ key: 'c', filters: filtersOf(2000) })).resolves.toMatchObject({ key: 'c' })
  })

  it('FLAG-124 is 32 MiB unless it is set', async () => {
    const { flags, store, project } = await testDeck()
    // Rows that were not written by an operation have no structure bytes.
    const half = filtersOf(16 * 1024 * 1024 + 640)
    await store.write(async (tx) => {
      for (const key of ['a', 'b']) await insertFlag(tx, { projectId: project.id, key, filters: half })
    })
    await expect(flags.create({ key: 'c' })).rejects.toThrow(
      /take 33,55\d,\d\d\d bytes\. The limit is 33,554,432 bytes\./,
    )
  })

  it('FLAG-124 measures UTF-8, and counts no flag that is deleted or of another project', async () => {
    const { flags, there } = await twoProjects()
    await there.flags.create({ key: 'a', filters: LARGE })
    const { id } = await flags.create({ key: 'a', filters: LARGE })
    await flags.delete(id)
    await flags.create({ key: 'b', filters: LARGE })
    await flags.create({ key: 'c', filters: { ...SMALL, payloads: { true: `"${'é'.repeat(1000)}"` } } })
    await expect(flags.create({ key: 'd', filters: filtersOf(3500) })).rejects.toMatchObject(TOO_LARGE)
    await expect(flags.create({ key: 'd', filters: filtersOf(2000) })).resolves.toMatchObject({ key: 'd' })
  })

  it('FLAG-124 counts encrypted payloads as they are stored', async () => {
    const { flags } = await deckWithBound({ encryptionKey: new Uint8Array(32).fill(7) })
    const secret = { isRemoteConfiguration: true, hasEncryptedPayloads: true, filters: filtersOf(8000) }
    await expect(flags.create({ key: 'a', ...secret })).rejects.toMatchObject(TOO_LARGE)
    await expect(flags.create({ key: 'a', ...secret, hasEncryptedPayloads: false })).resolves.toMatchObject({
      key: 'a',
    })
  })

  it('FLAG-124 refuses an update, a restored flag and a restored version that do not fit', async () => {
    const { flags } = await deckWithBound()
    const { id } = await flags.create({ key: 'a', filters: LARGE })
    await flags.update(id, { filters: SMALL }, { replaceFilters: true })
    const deleted = await flags.create({ key: 'deleted', filters: LARGE })
    await flags.delete(deleted.id)
    await flags.create({ key: 'b', filters: filtersOf(7000) })
    const writes = [
      () => flags.update(id, { filters: LARGE }),
      () => flags.update(deleted.id, { deleted: false }),
      () => flags.restore(id, 1),
    ]
    for (const write of writes) await expect(write()).rejects.toMatchObject(TOO_LARGE)
    expect(await flags.get(id)).toMatchObject({ filters: SMALL, version: 2 })
    expect(await flags.get(deleted.id)).toMatchObject({ deleted: true, version: 2 })
  })

  it('FLAG-124 counts every field that may be long, in UTF-8', async () => {
    const { flags } = await deckWithBound()
    const { id } = await flags.create({ key: 'a', filters: filtersOf(9900) })
    const long = 'é'.repeat(51)
    const edits = [
      { name: long },
      { tags: [long] },
      { evaluationContexts: [long] },
      { rollbackConditions: [long] },
      { payloadSchema: { description: long } },
      { earlyAccess: { name: long, stage: 'beta', created_at: '2026-01-01T00:00:00Z' } as const },
    ]
    for (const edit of edits) await expect(flags.update(id, edit)).rejects.toMatchObject(TOO_LARGE)
    await expect(flags.update(id, { name: 'é'.repeat(50) })).resolves.toMatchObject({ version: 2 })
    await expect(flags.update(id, { name: 'New', tags: ['new'] })).resolves.toMatchObject({ version: 3 })
  })

  it('FLAG-124 FLAG-126 checks tags that many flags get together, and sums up once', async () => {
    const { store, sums } = countSums()
    const { flags, context } = await deckWithBound({ store })
    const ids: number[] = []
    for (const key of ['a', 'b']) ids.push((await flags.create({ key, filters: filtersOf(4900) })).id)
    const before = sums()
    const tag = (length: number) => tagFlags(context, { ids, action: 'add', tags: ['t'.repeat(length)] })
    await expect(tag(99)).rejects.toMatchObject(TOO_LARGE)
    expect(sums()).toBe(before + 1)
    await expect(tag(98)).resolves.toMatchObject({})
    expect(sums()).toBe(before + 2)
  })

  it('FLAG-124 names the project of a copy that does not fit', async () => {
    const { flags, there } = await twoProjects()
    await flags.create({ key: 'a', filters: LARGE })
    await there.flags.create({ key: 'full', filters: filtersOf(9000) })
    const { failed } = await flags.copy('a', [there.project.id])
    expect(failed).toEqual([
      { projectId: there.project.id, message: expect.stringContaining('The limit is 10,000 bytes.') },
    ])
  })

  it('FLAG-125 accepts every write that does not raise the sum, also above the bound', async () => {
    const { flags, store, project } = await deckWithBound()
    const [first, second] = await store.write(async (tx) => [
      await insertFlag(tx, { projectId: project.id, key: 'a', filters: filtersOf(20_000) }),
      await insertFlag(tx, { projectId: project.id, key: 'b', filters: filtersOf(20_000) }),
    ])
    await flags.update(first.id, { active: false, archived: true })
    await flags.update(first.id, { filters: { groups: [{ rollout_percentage: 5 }], payloads: { true: '""' } } })
    await expect(flags.update(first.id, { filters: LARGE })).rejects.toMatchObject(TOO_LARGE)
    await flags.delete(second.id)
    await flags.update(second.id, { name: 'Deleted', filters: filtersOf(30_000) })
    await expect(flags.update(first.id, { filters: LARGE })).resolves.toMatchObject({ filters: LARGE })
  })

  it('FLAG-125 computes no sum for an update that cannot raise it', async () => {
    const { store, sums } = countSums()
    const { flags } = await testDeck({ store })
    const { id } = await flags.create({ key: 'a', filters: LARGE })
    const before = sums()
    await flags.update(id, { active: false })
    await flags.enable(id)
    await flags.delete(id)
    expect(sums()).toBe(before)
  })

  it('FLAG-126 computes the sum once for several operations of one transaction, and follows what they write', async () => {
    const { store, sums } = countSums()
    const { context, flags } = await testDeck({ store, limits: { maxProjectFiltersBytes: LIMIT } })
    await writeTogether(context, async (ctx) => {
      const { id } = await createFlag(ctx, { key: 'a', filters: LARGE })
      await createFlag(ctx, { key: 'b', filters: LARGE })
      await expect(createFlag(ctx, { key: 'c', filters: LARGE })).rejects.toMatchObject(TOO_LARGE)
      await updateFlag(ctx, id, { deleted: true })
      await createFlag(ctx, { key: 'c', filters: LARGE })
    })
    expect(sums()).toBe(1)
    expect((await flags.list()).count).toBe(2)
  })
})
