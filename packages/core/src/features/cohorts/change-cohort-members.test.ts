import { describe, expect, it } from 'vitest'
import { testDeck } from '../../testing/test-deck.ts'
import { addCohortMembers, addCohortMembersFromCsv, removeCohortMember } from './change-cohort-members.ts'
import { createCohort } from './create-cohort.ts'
import { listCohortMembers } from './list-cohort-members.ts'

async function deckWithList() {
  const deck = await testDeck()
  const { context } = deck
  const { id } = await createCohort(context, { name: 'List', isStatic: true })
  const members = async () => (await listCohortMembers(context, id, { limit: 100, offset: 0 })).items
  return { ...deck, id, members }
}

describe('members of a static cohort', () => {
  it('COHORT-20 are added once each, blank ones not', async () => {
    const { context, id, members, project, store } = await deckWithList()
    expect(await addCohortMembers(context, id, ['b', 'a', '', ' ', 'b'])).toMatchObject({ memberCount: 2 })
    expect(await addCohortMembers(context, id, ['c', 'a'])).toMatchObject({ memberCount: 3 })
    expect(await members()).toEqual(['a', 'b', 'c'])
    const { items } = await store.read((tx) =>
      tx.activity.list(project.id, { scope: 'Cohort' }, { limit: 1, offset: 0 }),
    )
    expect(items[0]?.detail.changes).toMatchObject([{ field: 'memberCount', before: 2, after: 3 }])
  })

  it('COHORT-20 are refused together when one of them cannot be', async () => {
    const { context, id, members } = await deckWithList()
    for (const bad of ['x'.repeat(401), 'a\0b', 7]) {
      await expect(addCohortMembers(context, id, ['good', bad as string])).rejects.toMatchObject({
        attr: 'distinctIds',
        message: expect.stringMatching(/^item 2: /),
      })
    }
    await expect(addCohortMembers(context, id, 'abc' as unknown as string[])).rejects.toMatchObject({
      code: 'not_a_list',
    })
    expect(await members()).toEqual([])
  })

  it('COHORT-21 are read from CSV, and a refusal names the line', async () => {
    const { context, id, members } = await deckWithList()
    await addCohortMembersFromCsv(context, id, 'email,distinct_id\r\na@x.test,u1\r\n\r\n"b,@x.test"," u2 "\r\n')
    expect(await members()).toEqual(['u1', 'u2'])
    await expect(addCohortMembersFromCsv(context, id, `u3\n\n${'x'.repeat(401)}\n`)).rejects.toMatchObject({
      message: expect.stringMatching(/^line 3: /),
    })
    expect(await members()).toEqual(['u1', 'u2'])
  })

  it('COHORT-20 are removed one by one, each once', async () => {
    const { context, id, members } = await deckWithList()
    await addCohortMembers(context, id, ['a', 'b'])
    expect(await removeCohortMember(context, id, 'a')).toMatchObject({ memberCount: 1 })
    expect(await members()).toEqual(['b'])
    for (const other of ['a', '', 'a\0b']) {
      await expect(removeCohortMember(context, id, other)).rejects.toMatchObject({ kind: 'not_found' })
    }
  })

  it('COHORT-22 are a matter of static cohorts', async () => {
    const { context } = await testDeck()
    const filters = { properties: { key: 'plan', type: 'person', value: 'pro' } } as const
    const { id } = await createCohort(context, { name: 'Rule', filters })
    await expect(addCohortMembers(context, id, ['a'])).rejects.toMatchObject({ kind: 'validation', attr: null })
    await expect(removeCohortMember(context, id, 'a')).rejects.toMatchObject({ kind: 'validation' })
    expect(await listCohortMembers(context, id, { limit: 9, offset: 0 })).toEqual({ count: 0, items: [] })
  })

  it('COHORT-14 need a key that may', async () => {
    const { as, member, id } = await deckWithList()
    const reader = await as(member, { scopes: ['cohort:read'] })
    const stranger = await as(member, { scopes: ['person:write'] })
    const refused = { kind: 'permission_denied' }
    await expect(addCohortMembers(reader, id, ['a'])).rejects.toMatchObject(refused)
    await expect(addCohortMembersFromCsv(reader, id, 'a')).rejects.toMatchObject(refused)
    await expect(removeCohortMember(reader, id, 'a')).rejects.toMatchObject(refused)
    await expect(listCohortMembers(stranger, id, { limit: 9, offset: 0 })).rejects.toMatchObject(refused)
  })
})
