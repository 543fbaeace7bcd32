import { describe, expect, it } from 'vitest'
import { activityEntry } from '../../../runtime/activity/activity-entry.ts'
import { newCohortIndex } from '../../../testing/row-builders.ts'
import { testDeck } from '../../../testing/test-deck.ts'
import { listActivity } from '../../activity/list-activity.ts'
import { addCohortMembers } from '../change-cohort-members.ts'
import { createCohort } from '../create-cohort.ts'
import { retrieveCohort } from '../retrieve-cohort.ts'
import { updateCohort } from '../update-cohort.ts'
import { compareCohortVersions, listCohortVersions, retrieveCohortVersion } from './read-cohort-versions.ts'
import { restoreCohortVersion } from './restore-cohort-version.ts'

const PAGE = { limit: 100, offset: 0 }

function planIs(value: string) {
  return {
    properties: {
      type: 'AND' as const,
      values: [{ key: 'plan', type: 'person' as const, operator: 'exact' as const, value }],
    },
  }
}

async function cohortOfThreeVersions() {
  const deck = await testDeck()
  const { id } = await createCohort(deck.context, { name: 'One', filters: planIs('free') })
  await updateCohort(deck.context, id, { name: 'Two', filters: planIs('pro') })
  await updateCohort(await deck.as(deck.member), id, { deleted: true })
  return { ...deck, id }
}

describe('the versions of a cohort', () => {
  it('HIST-4 are listed with who made them and what they changed', async () => {
    const { context, id, member } = await cohortOfThreeVersions()
    const { count, items } = await listCohortVersions(context, id, PAGE)
    expect([count, items.map(({ version, verb, fields }) => [version, verb, ...fields])]).toEqual([
      3,
      [
        [3, 'deleted', 'deleted'],
        [2, 'updated', 'name', 'properties'],
        [1, 'created'],
      ],
    ])
    expect(items[0]?.user).toEqual({ firstName: member.firstName, email: member.email })
  })

  it('HIST-5 are shown as they were', async () => {
    const { context, id } = await cohortOfThreeVersions()
    const { properties } = planIs('free')
    expect(await retrieveCohortVersion(context, id, 1)).toMatchObject({ name: 'One', properties, deleted: false })
    expect(await retrieveCohortVersion(context, id, 3)).toMatchObject({
      name: 'Two',
      deleted: true,
      isHistorical: false,
    })
    await expect(retrieveCohortVersion(context, id, 4)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('HIST-5 are not told across a change that an older release made, which did not count', async () => {
    const { context, id } = await cohortOfThreeVersions()
    await updateCohort(context, id, { deleted: false })
    await context.store.write(async (tx) => {
      const before = await tx.cohorts.find(context.project.id, id)
      if (!before) throw new Error('The cohort is gone.')
      await tx.cohorts.update({ ...before, name: 'Theirs' }, newCohortIndex(''))
      const change = { type: 'Cohort', action: 'changed', field: 'name', before: 'Two', after: 'Theirs' } as const
      await tx.activity.append(activityEntry(context, { scope: 'Cohort', id, name: 'Theirs' }, 'updated', [change]))
    })
    const refused = { code: 'history_incomplete' }
    await expect(retrieveCohortVersion(context, id, 2)).rejects.toMatchObject(refused)
    expect(await retrieveCohortVersion(context, id, 4)).toMatchObject({ name: 'Theirs' })
    await updateCohort(context, id, { name: 'Ours' })
    await expect(retrieveCohortVersion(context, id, 4)).rejects.toMatchObject(refused)
    await updateCohort(context, id, { name: 'Ours again' })
    expect(await retrieveCohortVersion(context, id, 5)).toMatchObject({ name: 'Ours' })
  })

  it('HIST-6 differ field by field', async () => {
    const { context, id } = await cohortOfThreeVersions()
    const changes = await compareCohortVersions(context, id, 1)
    expect(changes.map(({ field }) => field)).toEqual(['name', 'properties', 'deleted'])
    expect(await compareCohortVersions(context, id, 2, 2)).toEqual([])
  })

  it('HIST-8 are restored as the next one, unless the cohort is so already', async () => {
    const { context, id } = await cohortOfThreeVersions()
    expect(await restoreCohortVersion(context, id, 1)).toMatchObject({ version: 4, name: 'One', deleted: false })
    expect(await compareCohortVersions(context, id, 1)).toEqual([])
    expect(await restoreCohortVersion(context, id, 1)).toMatchObject({ version: 4 })
    const { items } = await listActivity(context, { scope: 'Cohort', itemId: String(id) }, PAGE)
    expect(items.map(({ verb }) => verb)).toEqual(['restored', 'deleted', 'updated', 'created'])
    expect(items[0]?.detail).toMatchObject({ trigger: { payload: { version: 1 } } })
    expect(items[0]?.detail.changes.map(({ field }) => field)).toEqual(['name', 'properties', 'deleted'])
  })

  it('HIST-8 are restored by the rules of every change', async () => {
    const { context, id, flags, as, member } = await cohortOfThreeVersions()
    await restoreCohortVersion(context, id, 2)
    const look = { key: 'id', type: 'cohort', operator: 'in', value: id } as const
    await flags.create({ key: 'a', filters: { groups: [{ properties: [look] }] } })
    await expect(restoreCohortVersion(context, id, 3)).rejects.toMatchObject({ kind: 'validation' })
    const reader = await as(member, { scopes: ['cohort:read'] })
    await expect(restoreCohortVersion(reader, id, 1)).rejects.toMatchObject({ kind: 'permission_denied' })
    await expect(retrieveCohortVersion(reader, id, 1)).resolves.toMatchObject({ version: 1 })
  })

  it('HIST-4 are not made by members who come and go', async () => {
    const { context } = await testDeck()
    const { id } = await createCohort(context, { name: 'List', isStatic: true })
    await addCohortMembers(context, id, ['ada'])
    await updateCohort(context, id, { name: 'Members' })
    await addCohortMembers(context, id, ['bob'])
    expect(await retrieveCohort(context, id)).toMatchObject({ version: 2, memberCount: 2 })
    expect(await restoreCohortVersion(context, id, 1)).toMatchObject({ name: 'List', version: 3, memberCount: 2 })
    const { items } = await listActivity(context, { scope: 'Cohort', itemId: String(id) }, PAGE)
    expect(items.map(({ detail }) => detail.changes.map(({ field, before, after }) => [field, before, after]))).toEqual(
      [
        [['name', 'Members', 'List']],
        [['memberCount', 1, 2]],
        [['name', 'List', 'Members']],
        [['memberCount', 0, 1]],
        [],
      ],
    )
  })
})
