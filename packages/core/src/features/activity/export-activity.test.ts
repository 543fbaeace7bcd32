import { expect, it } from 'vitest'
import { ACTIVITY_SCOPES, type Activity } from '../../data/records/activity.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { createCohort } from '../cohorts/create-cohort.ts'
import { updateProject } from '../identity/update-project.ts'
import { readExport } from './export-activity.ts'

async function all(entries: AsyncIterable<Activity>): Promise<Activity[]> {
  const list: Activity[] = []
  for await (const entry of entries) list.push(entry)
  return list
}

it('HIST-12 exports what happened, kind by kind and the oldest first, as it is told elsewhere', async () => {
  const { activity, flags, dashboards, context } = await testDeck()
  expect(await all(activity.export())).toEqual([])
  const { id } = await flags.create({ key: 'a' })
  for (let n = 0; n < 60; n++) await flags.update(id, { name: `Name ${n}` })
  await createCohort(context, { name: 'Beta', isStatic: true })
  await dashboards.create({ name: 'Board' })
  await updateProject(context, { name: 'Web' })
  const told: Activity[] = []
  for (const scope of ACTIVITY_SCOPES)
    told.push(...(await activity.list({ scope }, { limit: 1000 })).items.toReversed())
  expect(told.length).toBe(64)
  expect(await all(activity.export())).toEqual(told)
})

it('HIST-12 goes on where it was, and meets what happened meanwhile', async () => {
  const { flags, context } = await testDeck()
  const { id } = await flags.create({ key: 'a' })
  for (let n = 0; n < 30; n++) await flags.update(id, { name: `Name ${n}` })
  const first = await readExport(context)
  await flags.update(id, { name: 'Meanwhile' })
  const second = await readExport(context, first.next ?? undefined)
  expect(first.entries.map(({ verb }) => verb)).toEqual(['created', ...first.entries.slice(1).map(() => 'updated')])
  const names = [...first.entries, ...second.entries].flatMap(({ detail }) => detail.changes[0]?.after ?? [])
  expect(names).toEqual([...Array.from({ length: 30 }, (_, n) => `Name ${n}`), 'Meanwhile'])
})

it('HIST-12 takes the scope activity_log:read', async () => {
  const { as, member } = await testDeck()
  const other = await as(member, { scopes: ['feature_flag:write'] })
  await expect(readExport(other)).rejects.toMatchObject({ kind: 'permission_denied' })
})
