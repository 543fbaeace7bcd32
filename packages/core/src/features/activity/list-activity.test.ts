import { describe, expect, it } from 'vitest'
import { ACTIVITY_SCOPES } from '../../data/records/activity.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { createCohort } from '../cohorts/create-cohort.ts'
import { createInsight } from '../dashboards/insights/create-insight.ts'
import { updateInsight } from '../dashboards/insights/update-insight.ts'
import { grantRoleAccess } from '../flags/role-access/change-role-access.ts'
import { updateFlag } from '../flags/update-flag.ts'
import { createRole } from '../identity/change-role.ts'
import { updateProject } from '../identity/update-project.ts'
import { type ActivityFilter, listActivity } from './list-activity.ts'

const PAGE = { limit: 100, offset: 0 }

async function busyProject() {
  const deck = await testDeck()
  const { context, flags, dashboards } = deck
  const insight = await createInsight(context, { name: 'First' })
  await createInsight(context, { name: 'Second' })
  await updateInsight(context, insight.id, { name: 'Third' })
  const cohort = await createCohort(context, { name: 'Beta', isStatic: true })
  const flag = await flags.create({ key: 'a' })
  const role = await createRole(await deck.inOrganization(deck.admin), { name: 'Engineering' })
  await grantRoleAccess(context, flag.id, { roleId: role.id })
  const dashboard = await dashboards.create({ name: 'Board' })
  await updateProject(context, { name: 'Web' })
  return { ...deck, insight, cohort, flag, dashboard }
}

describe('the activity of a project', () => {
  it('ACT-11 is listed by kind, newest first', async () => {
    const { context } = await busyProject()
    const told = async (scope: (typeof ACTIVITY_SCOPES)[number]) =>
      (await listActivity(context, { scope }, PAGE)).items.map(({ verb, detail }) => `${verb} ${detail.name}`)
    expect(
      Object.fromEntries(await Promise.all(ACTIVITY_SCOPES.map(async (each) => [each, await told(each)]))),
    ).toEqual({
      FeatureFlag: ['updated a', 'created a'],
      Cohort: ['created Beta'],
      Dashboard: ['created Board'],
      Insight: ['updated Third', 'created Second', 'created First'],
      Project: ['updated Web'],
      Role: ['created Engineering'],
    })
  })

  it('ACT-11 is listed of one thing', async () => {
    const { context, insight, cohort } = await busyProject()
    const about = async (scope: 'Insight' | 'Cohort', itemId: string, page = PAGE) => {
      const { count, items } = await listActivity(context, { scope, itemId }, page)
      return [count, items.map(({ verb }) => verb)]
    }
    expect(await about('Insight', String(insight.id))).toEqual([2, ['updated', 'created']])
    expect(await about('Insight', String(insight.id), { limit: 1, offset: 1 })).toEqual([2, ['created']])
    expect(await about('Cohort', String(cohort.id))).toEqual([1, ['created']])
    expect(await about('Cohort', 'nothing')).toEqual([0, []])
  })

  it('ACT-11 is not that of another project', async () => {
    const { store } = await busyProject()
    const { context } = await testDeck({ store })
    for (const scope of ACTIVITY_SCOPES)
      expect(await listActivity(context, { scope }, PAGE)).toMatchObject({ count: 0 })
  })

  it.each([
    [{ scopes: ['Insight', 'Survey'] }, 'invalid_choice', 'scopes__1'],
    [{ user: 'ana' }, 'invalid_input', 'user'],
    [{ scope: 'Survey' }, 'invalid_choice', 'scope'],
    [{ scope: 'Insight', itemId: '\0' }, 'null_characters_not_allowed', 'itemId'],
  ])('ACT-11 refuses %j', async (filter, code, attr) => {
    const { context } = await testDeck()
    await expect(listActivity(context, filter as { scope: 'Insight' }, PAGE)).rejects.toMatchObject({ code, attr })
  })

  it('ACT-16 is filtered by kinds, by one record and by user, with what an entry tells unchanged', async () => {
    const deck = await testDeck()
    const member = await deck.as(deck.member)
    const flag = await deck.flags.create({ key: 'a' })
    const board = await deck.dashboards.create({ name: 'Board' })
    await updateFlag(member, flag.id, { name: 'Of a member' })
    await deck.flags.update(flag.id, { name: 'Of the system' })
    await updateFlag(member, flag.id, { active: false })
    const all = (await listActivity(deck.context, {}, { limit: 100, offset: 0 })).items
    expect(all.map(({ scope }) => scope)).toEqual([
      'FeatureFlag',
      'FeatureFlag',
      'FeatureFlag',
      'Dashboard',
      'FeatureFlag',
    ])
    const told = async (filter: ActivityFilter, page = { limit: 100, offset: 0 }) => {
      const { count, items } = await listActivity(deck.context, filter, page)
      for (const entry of items) expect(all).toContainEqual(entry)
      return [count, items.map(({ id }) => all.findIndex((entry) => entry.id === id))]
    }
    expect(await told({ scopes: ['Dashboard', 'FeatureFlag'] })).toEqual([5, [0, 1, 2, 3, 4]])
    expect(await told({ scopes: ['Dashboard', 'FeatureFlag'] }, { limit: 2, offset: 2 })).toEqual([5, [2, 3]])
    expect(await told({ scopes: ['Cohort', 'Dashboard'] })).toEqual([1, [3]])
    expect(await told({ scope: 'FeatureFlag', scopes: ['Cohort', 'Dashboard'] })).toEqual([0, []])
    expect(await told({ user: deck.member.uuid })).toEqual([2, [0, 2]])
    expect(await told({ user: deck.member.uuid, itemId: String(flag.id), scope: 'FeatureFlag' })).toEqual([2, [0, 2]])
    expect(await told({ user: deck.member.uuid, scope: 'Dashboard' })).toEqual([0, []])
    expect(await told({ user: crypto.randomUUID() })).toEqual([0, []])
    expect(await told({ itemId: String(board.id), scopes: ['Dashboard', 'Role'] })).toEqual([1, [3]])
  })

  it('ACT-7 takes the scope activity_log:read', async () => {
    const { as, member } = await testDeck()
    const list = async (scope: 'activity_log:read' | 'insight:read') =>
      listActivity(await as(member, { scopes: [scope] }), { scope: 'Insight' }, PAGE)
    await expect(list('activity_log:read')).resolves.toMatchObject({ count: 0 })
    await expect(list('insight:read')).rejects.toMatchObject({
      message: "API key missing required scope 'activity_log:read'",
    })
  })
})
