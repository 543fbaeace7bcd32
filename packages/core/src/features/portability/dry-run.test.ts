import { describe, expect, it } from 'vitest'
import type { Transaction } from '../../data/store.ts'
import { SerializationFailure } from '../../data/store-errors.ts'
import { writeTogether } from '../../runtime/change-project.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { watchedWrites } from '../../testing/watched-writes.ts'
import { addCohortMembers } from '../cohorts/change-cohort-members.ts'
import { updateCohort } from '../cohorts/update-cohort.ts'
import { createDashboard } from '../dashboards/create-dashboard.ts'
import { createFlag } from '../flags/create-flag.ts'
import { deleteFlags } from '../flags/life-cycle/delete-flags.ts'
import { tagFlags } from '../flags/life-cycle/tag-flags.ts'
import { updateFlag } from '../flags/update-flag.ts'
import { dryRun } from './dry-run.ts'
import { applyImport } from './import-project.ts'

async function deckWithFlag() {
  const deck = await testDeck()
  const flag = await deck.flags.create({ key: 'k' })
  const state = () =>
    deck.store.read(async (tx) => ({
      project: await tx.projects.find(deck.project.id),
      flags: (await deck.flags.list({}, { limit: 100 })).items,
      deleted: (await deck.flags.list({ deleted: 'true' })).items,
      activity: (await deck.flags.activity()).count,
    }))
  return { ...deck, flag, state }
}

describe('a dry run', () => {
  it('DRY-1 returns the result of the operation, and stores nothing', async () => {
    const { context, flag, state } = await deckWithFlag()
    const before = await state()
    expect(await dryRun(context, (ctx) => createFlag(ctx, { key: 'new' }))).toMatchObject({ key: 'new', version: 1 })
    const renamed = await dryRun(context, (ctx) => updateFlag(ctx, flag.id, { key: 'other' }))
    expect(renamed).toMatchObject({ key: 'other', version: 2 })
    expect((await dryRun(context, (ctx) => deleteFlags(ctx, { ids: [flag.id] }))).deleted).toHaveLength(1)
    expect(await state()).toEqual(before)
  })

  it('DRY-1 leaves evaluation and what follows as they are', async () => {
    const { context, flag, flags, deck, project } = await deckWithFlag()
    await dryRun(context, (ctx) => updateFlag(ctx, flag.id, { active: false }))
    await dryRun(context, (ctx) => createFlag(ctx, { key: 'new' }))
    expect(flags.isEnabled('new', { distinctId: 'ada' })).toBe(false)
    const updated = await flags.update(flag.id, { name: 'kept' })
    expect(updated).toMatchObject({ active: true, version: 2 })
    expect((await deck.project(project.id)).flags.snapshot()).toBeDefined()
  })

  it('DRY-1 refuses what the operation would refuse', async () => {
    const { as, context, member, flag, state } = await deckWithFlag()
    const before = await state()
    await expect(dryRun(context, (ctx) => createFlag(ctx, { key: 'k' }))).rejects.toMatchObject({ code: 'unique' })
    const readOnly = await as(member, { scopes: ['feature_flag:read'] })
    await expect(dryRun(readOnly, (ctx) => updateFlag(ctx, flag.id, {}))).rejects.toMatchObject({
      kind: 'permission_denied',
    })
    expect(await state()).toEqual(before)
  })

  it('DRY-1 does not block later writes', async () => {
    const { context, flags, flag } = await deckWithFlag()
    await Promise.all([
      dryRun(context, (ctx) => updateFlag(ctx, flag.id, { name: 'tried' })),
      flags.update(flag.id, { name: 'one' }),
      dryRun(context, (ctx) => updateFlag(ctx, flag.id, { name: 'tried' })),
      flags.update(flag.id, { name: 'two' }),
    ])
    expect(await flags.get(flag.id)).toMatchObject({ name: 'two', version: 3 })
  })

  it('DRY-1 is refused within another dry run or write, as a preview is', async () => {
    const { context, dryRun: tryProject, flag, state } = await deckWithFlag()
    const before = await state()
    const sentence = 'There is no dry run and no preview within another dry run or write.'
    const inner = (ctx: ProjectContext) => dryRun(ctx, (again) => updateFlag(again, flag.id, { name: 'tried' }))
    await expect(dryRun(context, inner)).rejects.toThrow(sentence)
    await expect(writeTogether(context, inner)).rejects.toThrow(sentence)
    await expect(tryProject(({ flags }) => flags.previewNew({ key: 'new' }))).rejects.toThrow(sentence)
    const previewed = tryProject(async ({ flags }) => {
      await flags.update(flag.id, { name: 'tried' })
      return flags.preview(flag.id, { active: false })
    })
    await expect(previewed).rejects.toThrow(sentence)
    expect(await state()).toEqual(before)
  })

  it('DRY-1 is a large write where the operation is one', async () => {
    const { context, deck, cohorts } = await deckWithFlag()
    const cohort = await cohorts.create({ name: 'Many', isStatic: true })
    const ids = Array.from({ length: 20_001 }, (_, n) => `p${n}`)
    const large: (boolean | undefined)[] = []
    const ctx = watchedWrites(context, (options) => large.push(options?.large))
    expect(await dryRun(ctx, (once) => addCohortMembers(once, cohort.id, ids))).toBeDefined()
    await dryRun(ctx, (once) => createFlag(once, { key: 'new' }))
    expect(large).toEqual([true, false])
    // Operations may handle this error themselves, and the dry run must not fail then.
    const handled = await dryRun(ctx, (once) => addCohortMembers(once, cohort.id, ids).catch(() => 'refused'))
    expect(handled).not.toBe('refused')
    expect(await deck.project(context.project.id)).toBeDefined()
    expect(await cohorts.get(cohort.id)).toEqual({ ...cohort, canEdit: true })
  })

  it('DRY-1 runs again after a conflict with another transaction', async () => {
    const { context, flag, state } = await deckWithFlag()
    const before = await state()
    let conflicts = 2
    const withConflicts = (tx: Transaction): Transaction => {
      const replace: typeof tx.flags.replace = (...args) =>
        conflicts-- > 0 ? Promise.reject(new SerializationFailure()) : tx.flags.replace(...args)
      return { ...tx, flags: { ...tx.flags, replace } }
    }
    const ctx = watchedWrites(context, () => undefined, withConflicts)
    const renamed = await dryRun(ctx, (once) => updateFlag(once, flag.id, { name: 'tried' }))
    expect(renamed).toMatchObject({ name: 'tried', version: 2 })
    expect(await state()).toEqual(before)
  })
})

const MANY = 150

async function deckWithMany() {
  const deck = await testDeck()
  await applyImport(deck.context, {
    flagdeck_export: 1,
    flags: Array.from({ length: MANY }, (_, n) => ({ key: `flag-${n}`, tags: ['a'] })),
  })
  const ids = (await deck.flags.list({}, { limit: MANY })).items.map(({ id }) => id)
  let writes = 0
  const ctx = watchedWrites(deck.context, () => void writes++)
  return { ...deck, ctx, ids, writes: () => writes }
}

describe('a dry run of a change of many flags', () => {
  it.each<[string, (ctx: ProjectContext, ids: number[]) => Promise<object>]>([
    ['deleting', (ctx, ids) => deleteFlags(ctx, { ids: [...ids, 9999, 'x'] })],
    ['deleting by filters', (ctx) => deleteFlags(ctx, { filters: { tags: '["a"]' } })],
    ['tagging', (ctx, ids) => tagFlags(ctx, { ids, action: 'add', tags: ['b'] })],
  ])('DRY-3 %s never begins a write, and has the result of the operation', async (_, change) => {
    const { ctx, ids, writes, flags } = await deckWithMany()
    const before = (await flags.list({}, { limit: MANY })).items
    const tried = await dryRun(ctx, (once) => change(once, [...ids]), { changedFlags: MANY })
    expect(writes()).toBe(0)
    expect((await flags.list({}, { limit: MANY })).items).toEqual(before)
    expect(await change(ctx, [...ids])).toEqual(tried)
  })

  it('DRY-3 respects the rights of the caller', async () => {
    const { as, member, ids } = await deckWithMany()
    const reader = await as(member, { scopes: ['feature_flag:read'] })
    const refused = { kind: 'permission_denied' }
    const changed = { changedFlags: MANY }
    await expect(dryRun(reader, (ctx) => deleteFlags(ctx, { ids }), changed)).rejects.toMatchObject(refused)
    const { deleted } = await dryRun(await as(member), (ctx) => deleteFlags(ctx, { ids }), changed)
    expect(deleted).toHaveLength(MANY)
  })

  it('DRY-3 reads the changes of earlier operations of the same dry run', async () => {
    const { ctx, ids, writes } = await deckWithMany()
    const retag = async (once: ProjectContext) => {
      await tagFlags(once, { ids, action: 'add', tags: ['b'] })
      return tagFlags(once, { ids, action: 'remove', tags: ['a'] })
    }
    const { updated } = await dryRun(ctx, retag, { changedFlags: MANY })
    expect(new Set(updated.flatMap(({ tags }) => tags))).toEqual(new Set(['b']))
    expect(writes()).toBe(0)
  })

  it('DRY-3 runs other operations in the same way, and has no members of cohorts', async () => {
    const { ctx, ids, cohorts } = await deckWithMany()
    const cohort = await cohorts.create({ name: 'List', isStatic: true })
    const both = async (once: ProjectContext) => {
      await updateFlag(once, ids[0] ?? 0, { name: 'tried' })
      return deleteFlags(once, { ids })
    }
    expect((await dryRun(ctx, both, { changedFlags: MANY })).deleted).toHaveLength(MANY)
    const adding = dryRun(ctx, (once) => addCohortMembers(once, cohort.id, ['ada']), { changedFlags: MANY })
    await expect(adding).rejects.toThrow('A memory copy of a project has no cohortMembers.')
  })

  it('DRY-4 runs in a transaction when the number of changed flags is not given', async () => {
    const { ctx, ids, writes } = await deckWithMany()
    expect((await dryRun(ctx, (once) => deleteFlags(once, { ids }))).deleted).toHaveLength(MANY)
    expect(writes()).toBe(1)
  })
})

describe('a copy of a project', () => {
  it('DRY-7 has no deleted object, and gives no new row the id of one that live rows refer to', async () => {
    const { context, flags, cohorts, dashboards } = await testDeck()
    const [target, cohort] = [
      await flags.create({ key: 'target' }),
      await cohorts.create({ name: 'Old', isStatic: true }),
    ]
    const dependsOn = { key: String(target.id), type: 'flag', operator: 'flag_evaluates_to', value: true } as const
    const flag = await flags.create({ key: 'a', active: false, filters: { groups: [{ properties: [dependsOn] }] } })
    const shown = await dashboards.create({ name: 'Gone' })
    const other = await flags.create({ key: 'b', analyticsDashboardIds: [shown.id] })
    await flags.delete(target.id)
    await cohorts.update(cohort.id, { deleted: true })
    await dashboards.update(shown.id, { deleted: true })
    const change = (once: ProjectContext) => tagFlags(once, { ids: [flag.id, other.id], action: 'add', tags: ['t'] })
    const tried = await dryRun(
      context,
      async (once) => {
        const result = await change(once)
        const made = await createFlag(once, { key: 'new' })
        const board = await createDashboard(once, {})
        await updateFlag(once, flag.id, { key: 'renamed' })
        expect([made.id === target.id, board.id === shown.id]).toEqual([false, false])
        return result
      },
      { changedFlags: 2 },
    )
    expect(tried).toEqual(await change(context))
    const reviving = dryRun(context, (once) => updateCohort(once, cohort.id, { deleted: false }), { changedFlags: 2 })
    await expect(reviving).rejects.toMatchObject({ kind: 'not_found' })
    const restoring = dryRun(context, (once) => updateFlag(once, target.id, { deleted: false }), { changedFlags: 2 })
    await expect(restoring).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('DRY-6 is refused when dashboards and templates are too large', async () => {
    const { context, dashboards, flags } = await testDeck({ limits: { maxProjectFiltersBytes: 300 * 1024 } })
    const ids = [(await flags.create({ key: 'a' })).id, (await flags.create({ key: 'b' })).id]
    const board = (filters: object) => dashboards.create({ description: 'x'.repeat(65_000), filters: { ...filters } })
    const tryTags = () =>
      dryRun(context, (once) => tagFlags(once, { ids, action: 'add', tags: ['t'] }), { changedFlags: 2 })
    for (let n = 0; n < 4; n++) await board({})
    expect((await tryTags()).updated).toHaveLength(2)
    const { id } = await board({})
    const refused = { kind: 'validation', message: expect.stringContaining('FLAGDECK_MAX_PROJECT_FILTERS_BYTES') }
    await expect(tryTags()).rejects.toMatchObject(refused)
    await dashboards.update(id, { deleted: true })
    expect((await tryTags()).updated).toHaveLength(2)
    // A few bytes of JSON that take far more memory as objects.
    await board({}).then(({ id }) => dashboards.update(id, { description: '', filters: { a: Array(1000).fill({}) } }))
    await expect(tryTags()).rejects.toMatchObject(refused)
  })
})

it('DRY-4 begins with the first use of the store, and not before', async () => {
  const { context } = await deckWithFlag()
  const steps: string[] = []
  const ctx = watchedWrites(context, () => steps.push('begun'))
  await dryRun(ctx, async (once) => {
    steps.push('prepared')
    return createFlag(once, { key: 'new' })
  })
  expect(steps).toEqual(['prepared', 'begun'])
})
