import { describe, expect, it } from 'vitest'
import { createFlag } from '../features/flags/create-flag.ts'
import { deleteFlags } from '../features/flags/life-cycle/delete-flags.ts'
import { updateFlag } from '../features/flags/update-flag.ts'
import { testDeck } from '../testing/test-deck.ts'
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
})
