import { expect, it } from 'vitest'
import type { Subject } from '../evaluation/definition/subject.ts'
import { explain } from '../evaluation/explain/explain.ts'
import { testDeck } from '../testing/test-deck.ts'

it('EVAL-46 explains the newest picture of a flag', async () => {
  const { flags } = await testDeck()
  const { id } = await flags.create({ key: 'a', filters: { groups: [{ rollout_percentage: 100 }] } })
  const ada = { distinctId: 'ada' }
  expect(flags.explain('a', ada)).toEqual(explain(flags.snapshot(), 'a', ada))
  expect(flags.explain('a', ada).summary).toBe('a is on: Matched condition set 1.')
  await flags.update(id, { active: false })
  expect(flags.explain('a', ada).nearestChange?.sentence).toBe('Turn the flag on.')
})

it('EVAL-1 EMBED-2 never throws, whatever JavaScript hands in as key and subject', async () => {
  const { flags } = await testDeck()
  await flags.create({ key: 'a', filters: { groups: [{ rollout_percentage: 50 }] } })
  const throwing = new Proxy({}, { get: () => fail('read'), has: () => fail('looked at') })
  for (const odd of [undefined, null, 7, 'x', Symbol('x'), ['a'], () => 'a', Object.create(null), throwing]) {
    const key = odd as string
    const subjects = [odd, { distinctId: odd }, { distinctId: 'ada', properties: odd }] as readonly Subject[]
    for (const subject of subjects) {
      expect(flags.isEnabled(key, subject)).toBe(false)
      expect(flags.payload(key, subject)).toBeNull()
      expect(flags.evaluate('a', subject)).toMatchObject({ key: 'a' })
      expect(flags.evaluateAll(subject)).toHaveLength(1)
      expect(flags.explain('a', subject)).toMatchObject({ key: 'a' })
    }
  }
})

function fail(what: string): never {
  throw new Error(`It was ${what}.`)
}

it('DRY-1 runs whatever is done with a project and takes it back', async () => {
  const { flags, dashboards, dryRun } = await testDeck()
  const { id } = await flags.create({ key: 'a' })
  const tried = await dryRun(async (project) => {
    const dashboard = await project.dashboards.create({ name: 'Board' })
    return [dashboard.name, await project.flags.disable(id), await project.flags.deleteMany({ ids: [id] })]
  })
  expect(tried).toMatchObject(['Board', { active: false, version: 2 }, { deleted: [{ key: 'a' }] }])
  expect(await flags.get(id)).toMatchObject({ active: true, deleted: false, version: 1 })
  expect((await dashboards.list()).count).toBe(0)
})

it('FLAG-100 to FLAG-106 are there for applications', async () => {
  const { flags, settings } = await testDeck()
  const { id } = await flags.create({ key: 'a', owner: 'Ada' })
  expect(await flags.archive(id)).toMatchObject({ active: false, archived: true })
  expect(await flags.unarchive(id)).toMatchObject({ archived: false })
  expect(await flags.enable(id)).toMatchObject({ active: true })
  expect(await flags.status(id)).toMatchObject({ status: 'active', owner: 'Ada' })
  expect(await flags.dependents(id)).toEqual([])
  expect(await flags.matchingIds({ active: 'true' })).toEqual([id])
  expect((await flags.keys([id])).keys.get(id)).toBe('a')
  expect((await flags.updateTags({ ids: [id], action: 'add', tags: ['x'] })).updated).toEqual([{ id, tags: ['x'] }])
  expect((await flags.deleteMany({ ids: [id] })).deleted).toMatchObject([{ id }])
  expect((await settings.update({ staleness: { notCalledDays: 7 } })).staleness).toMatchObject({ notCalledDays: 7 })
})
