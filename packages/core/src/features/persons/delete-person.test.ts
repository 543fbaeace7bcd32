import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../data/memory/memory-store.ts'
import type { Store, Transaction } from '../../data/store.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { addCohortMembers } from '../cohorts/change-cohort-members.ts'
import { createCohort } from '../cohorts/create-cohort.ts'
import { retrieveCohort } from '../cohorts/retrieve-cohort.ts'
import { updateCohort } from '../cohorts/update-cohort.ts'
import { completeSubject } from './complete-subject.ts'
import { deletePerson } from './delete-person.ts'
import { retrievePerson } from './persons.ts'
import { setPersonProperties } from './set-person-properties.ts'

const NOT_FOUND = { kind: 'not_found' }

async function deckWithCohorts(store: Store = memoryStore()) {
  const deck = await testDeck({ store })
  const { context, flags, project } = deck
  const listed = await createCohort(context, { name: 'List', isStatic: true })
  const deleted = await createCohort(context, { name: 'Deleted', isStatic: true })
  await flags.create({
    key: 'kept',
    ensureExperienceContinuity: true,
    filters: { groups: [{ rollout_percentage: 50 }] },
  })
  await flags.create({ key: 'listed', filters: { groups: [{ properties: [inCohort(listed.id)] }] } })
  const version = async () => (await deck.store.read((tx) => tx.projects.find(project.id)))?.version
  const subject = async (distinctId: string, anonDistinctId?: string) => {
    const snapshot = await context.snapshots.get(project.id)
    if (!snapshot) throw new Error('the project is gone')
    return completeSubject(context, snapshot, { distinctId, ...(anonDistinctId && { anonDistinctId }) })
  }
  return { ...deck, listed, deleted, version, subject }
}

function inCohort(value: number) {
  return { key: 'id', type: 'cohort', value } as const
}

/** Creates all kinds of data about ada and bob that deletePerson deletes. */
async function makeKnown({ context, listed, deleted, subject }: Awaited<ReturnType<typeof deckWithCohorts>>) {
  for (const id of ['ada', 'bob']) await setPersonProperties(context, id, { properties: { plan: 'pro' } })
  for (const { id } of [listed, deleted]) await addCohortMembers(context, id, ['ada', 'bob'])
  await updateCohort(context, deleted.id, { deleted: true })
  for (const id of ['ada', 'bob']) await subject(id, 'anon')
}

describe('deleting a person', () => {
  it('PERSON-5 forgets properties, memberships and kept ids, of nobody else', async () => {
    const deck = await deckWithCohorts()
    const { context, listed, deleted, subject } = deck
    await makeKnown(deck)
    await deletePerson(context, 'ada')
    await expect(retrievePerson(context, 'ada')).rejects.toMatchObject(NOT_FOUND)
    expect(await subject('ada')).toMatchObject({ cohortIds: [], hashKeyOverrides: {} })
    expect(await subject('bob')).toMatchObject({ cohortIds: [listed.id], hashKeyOverrides: { kept: 'anon' } })
    for (const { id } of [listed, deleted]) {
      expect(await retrieveCohort(context, id)).toMatchObject({ memberCount: 1 })
    }
  })

  it('PERSON-5 is a change of the cohorts that lose a member, and raises the version once', async () => {
    const deck = await deckWithCohorts()
    const { context, listed, version, project, store } = deck
    await makeKnown(deck)
    const before = (await version()) ?? 0
    await deletePerson(context, 'ada')
    expect(await version()).toBe(before + 1)
    expect(context.snapshots.peek(project.id)?.version).toBe(before + 1)
    expect(await retrieveCohort(context, listed.id)).toMatchObject({ projectVersion: before + 1 })
    const { items } = await store.read((tx) =>
      tx.activity.list(project.id, { scope: 'Cohort', itemId: String(listed.id) }, { limit: 1, offset: 0 }),
    )
    expect(items[0]?.detail.changes).toMatchObject([{ field: 'memberCount', before: 2, after: 1 }])
    expect(JSON.stringify(items[0])).not.toContain('ada')
  })

  it('PERSON-6 leaves the version of the project alone when no cohort changes', async () => {
    const { context, version, subject } = await deckWithCohorts()
    await setPersonProperties(context, 'ada', {})
    await subject('ada', 'anon')
    const before = await version()
    await deletePerson(context, 'ada')
    expect(await version()).toBe(before)
    expect(await subject('ada')).toMatchObject({ hashKeyOverrides: {} })
  })

  it('PERSON-5 forgets ids of whom only a membership or a kept id is there, and finds nobody after that', async () => {
    const { context, listed, subject } = await deckWithCohorts()
    await addCohortMembers(context, listed.id, ['member'])
    await subject('kept', 'anon')
    for (const id of ['member', 'kept']) await deletePerson(context, id)
    for (const id of ['member', 'kept', 'nobody', '', 'a\0', 'x'.repeat(401)]) {
      await expect(deletePerson(context, id)).rejects.toMatchObject(NOT_FOUND)
    }
  })

  it('PERSON-5 forgets all or nothing', async () => {
    const store = memoryStore()
    const deck = await deckWithCohorts(failingAtActivity(store))
    const { context, listed, subject, version } = deck
    await makeKnown({ ...deck, context: { ...context, store } })
    const before = await version()
    await expect(deletePerson(context, 'ada')).rejects.toThrow('the log is full')
    expect(await version()).toBe(before)
    expect(await retrievePerson(context, 'ada')).toMatchObject({ properties: { plan: 'pro' } })
    expect(await subject('ada')).toMatchObject({ cohortIds: [listed.id], hashKeyOverrides: { kept: 'anon' } })
  })
})

/** Returns a store that fails when the removal of a person from a cohort is recorded. */
function failingAtActivity(store: Store): Store {
  const refusing = (tx: Transaction): Transaction => ({
    ...tx,
    activity: {
      ...tx.activity,
      append: async (entry) => {
        if (entry.detail.changes.some(({ before }) => before === 2)) throw new Error('the log is full')
        return tx.activity.append(entry)
      },
    },
  })
  return { ...store, write: (work) => store.write((tx) => work(refusing(tx))) }
}
