import { describe, expect, it } from 'vitest'
import type { Store } from '../../data/store.ts'
import { writeTogether } from '../../runtime/change-project.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { addCohortMembers } from '../cohorts/change-cohort-members.ts'
import { createFlag } from '../flags/create-flag.ts'
import { deleteFlags } from '../flags/life-cycle/delete-flags.ts'
import { updateFlag } from '../flags/update-flag.ts'
import { dryRun } from './dry-run.ts'

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
  it('DRY-1 answers what the operation would, and keeps nothing of it', async () => {
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
    const kept = await flags.update(flag.id, { name: 'kept' })
    expect(kept).toMatchObject({ active: true, version: 2 })
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

  it('DRY-1 holds up nobody who comes after it', async () => {
    const { context, flags, flag } = await deckWithFlag()
    await Promise.all([
      dryRun(context, (ctx) => updateFlag(ctx, flag.id, { name: 'tried' })),
      flags.update(flag.id, { name: 'one' }),
      dryRun(context, (ctx) => updateFlag(ctx, flag.id, { name: 'tried' })),
      flags.update(flag.id, { name: 'two' }),
    ])
    expect(await flags.get(flag.id)).toMatchObject({ name: 'two', version: 3 })
  })

  it('DRY-1 is none within another dry run or write, and neither is a preview', async () => {
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
    const asked: (boolean | undefined)[] = []
    const write: Store['write'] = (work, options) => {
      asked.push(options?.large)
      return context.store.write(work, options)
    }
    const ctx = { ...context, store: { ...context.store, write } }
    expect(await dryRun(ctx, (once) => addCohortMembers(once, cohort.id, ids))).toBeDefined()
    await dryRun(ctx, (once) => createFlag(once, { key: 'new' }))
    expect(asked).toEqual([false, true, false])
    expect(await deck.project(context.project.id)).toBeDefined()
    expect(await cohorts.get(cohort.id)).toEqual({ ...cohort, canEdit: true })
  })
})
