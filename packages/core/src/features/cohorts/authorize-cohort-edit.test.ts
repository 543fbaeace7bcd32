import { describe, expect, it } from 'vitest'
import type { ProjectContext } from '../../runtime/context.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { flagIndex } from '../flags/flag-index.ts'
import { grantRoleAccess } from '../flags/role-access/change-role-access.ts'
import { createRole } from '../identity/change-role.ts'
import { addRoleMember } from '../identity/change-role-membership.ts'
import { deletePerson } from '../persons/delete-person.ts'
import { setPersonProperties } from '../persons/set-person-properties.ts'
import { addCohortMembers, addCohortMembersFromCsv, removeCohortMember } from './change-cohort-members.ts'
import { createCohort } from './create-cohort.ts'
import { listCohortMembers } from './list-cohort-members.ts'
import { listCohorts } from './list-cohorts.ts'
import { retrieveCohort } from './retrieve-cohort.ts'
import { updateCohort } from './update-cohort.ts'

const EVERY_ITEM = { limit: 100, offset: 0 }
const plan = (value: string) => ({ properties: { key: 'plan', type: 'person', value } }) as const
const within = (id: number) => ({ properties: { key: 'id', type: 'cohort', value: id } }) as const
const on = (id: number) => ({ groups: [{ properties: [{ key: 'id', type: 'cohort' as const, value: id }] }] })

/**
 * Creates an organization whose members may only read flags, with three cohorts: a dynamic one, one that contains it,
 * and a static one.
 */
async function deckOfViewers() {
  const deck = await testDeck({ organization: { defaultFlagAccessLevel: 21 } })
  const { context } = deck
  const inner = await createCohort(context, { name: 'Inner', filters: plan('pro') })
  const outer = await createCohort(context, { name: 'Outer', filters: within(inner.id) })
  const list = await createCohort(context, { name: 'List', isStatic: true })
  await addCohortMembers(context, list.id, ['ada'])
  return { ...deck, inner, outer, list, viewer: await deck.as(deck.member) }
}

type Deck = Awaited<ReturnType<typeof deckOfViewers>>

const CHANGES: Readonly<Record<string, (ctx: ProjectContext, deck: Deck) => Promise<unknown>>> = {
  'the rule': (ctx, { outer }) => updateCohort(ctx, outer.id, { filters: plan('free') }),
  'the name': (ctx, { outer }) => updateCohort(ctx, outer.id, { name: 'Other' }),
  'the rule of one inside': (ctx, { inner }) => updateCohort(ctx, inner.id, { filters: plan('free') }),
  'whether it is there': (ctx, { outer }) => updateCohort(ctx, outer.id, { deleted: true }),
  members: (ctx, { list }) => addCohortMembers(ctx, list.id, ['bob']),
  'members by CSV': (ctx, { list }) => addCohortMembersFromCsv(ctx, list.id, 'bob'),
  'a member': (ctx, { list }) => removeCohortMember(ctx, list.id, 'ada'),
  'a member by deleting the person': (ctx) => deletePerson(ctx, 'ada'),
}

async function flagsOnAll({ flags, outer, list }: Pick<Deck, 'flags' | 'outer' | 'list'>) {
  return [
    await flags.create({ key: 'on-rule', filters: on(outer.id) }),
    await flags.create({ key: 'on-list', active: false, filters: on(list.id) }),
  ]
}

async function picture({ context, store, project, inner, outer, list }: Deck) {
  const cohorts = await Promise.all([inner, outer, list].map(({ id }) => retrieveCohort(context, id)))
  const { items } = await listCohortMembers(context, list.id, EVERY_ITEM)
  return [cohorts, items, (await store.read((tx) => tx.projects.find(project.id)))?.version]
}

describe('a cohort that live flags look at', () => {
  it('COHORT-32 says of each cohort whether the caller may change it', async () => {
    const deck = await deckOfViewers()
    const told = async (ctx: ProjectContext) => {
      const { items } = await listCohorts(ctx, {}, EVERY_ITEM)
      for (const { id, canEdit } of items) expect((await retrieveCohort(ctx, id)).canEdit).toBe(canEdit)
      return Object.fromEntries(items.map(({ name, canEdit }) => [name, canEdit]))
    }
    expect(await told(deck.viewer)).toEqual({ Inner: true, Outer: true, List: true })
    const flag = await deck.flags.create({ key: 'on-outer', filters: on(deck.outer.id) })
    expect(await told(deck.viewer)).toEqual({ Inner: false, Outer: false, List: true })
    expect(await told(deck.context)).toEqual({ Inner: true, Outer: true, List: true })
    await deck.flags.delete(flag.id)
    expect(await told(deck.viewer)).toEqual({ Inner: true, Outer: true, List: true })
  })

  it.each(Object.entries(CHANGES))('COHORT-18 keeps %s from who may not edit those flags', async (_, change) => {
    const deck = await deckOfViewers()
    await setPersonProperties(deck.context, 'ada', { properties: { plan: 'pro' } })
    await flagsOnAll(deck)
    const before = await picture(deck)
    await expect(change(deck.viewer, deck)).rejects.toMatchObject({
      kind: 'permission_denied',
      message: expect.stringMatching(
        /^You don't have edit permissions for every feature flag .*: on-(rule|list) \(ID: \d+\)\.$/,
      ),
    })
    expect(await picture(deck)).toEqual(before)
  })

  it('COHORT-18 is changed by who may edit all of them', async () => {
    const deck = await deckOfViewers()
    const flags = await flagsOnAll(deck)
    const organization = await deck.inOrganization(deck.admin)
    const role = await createRole(organization, { name: 'Given', flagAccessLevel: 21 })
    await addRoleMember(organization, role.id, { userUuid: deck.member.uuid })
    for (const { id } of flags) await grantRoleAccess(deck.context, id, { roleId: role.id })
    const { 'whether it is there': _, 'a member by deleting the person': __, ...changes } = CHANGES
    for (const change of Object.values(changes)) await change(deck.viewer, deck)
  })

  it('COHORT-18 is not given back to one of two flags', async () => {
    const deck = await deckOfViewers()
    const own = await deck.deck.as(deck.member).project(deck.project.id)
    await own.flags.create({ key: 'own', filters: on(deck.outer.id) })
    await deck.flags.create({ key: 'closed', filters: on(deck.outer.id) })
    await expect(updateCohort(deck.viewer, deck.inner.id, { filters: plan('free') })).rejects.toMatchObject({
      message: expect.stringContaining(': closed (ID: '),
    })
  })

  it('COHORT-18 is anybody’s once no live flag looks at it', async () => {
    const deck = await deckOfViewers()
    for (const { id } of await flagsOnAll(deck)) await deck.flags.delete(id)
    const { 'whether it is there': deletion, 'a member by deleting the person': _, ...changes } = CHANGES
    for (const change of Object.values(changes)) await change(deck.viewer, deck)
    await deletion?.(deck.viewer, deck)
    await deletePerson(deck.viewer, 'bob')
    await updateCohort(deck.viewer, deck.outer.id, { deleted: false })
  })

  it('COHORT-18 is not brought back by who may not edit the flag', async () => {
    const deck = await deckOfViewers()
    await updateCohort(deck.context, deck.outer.id, { deleted: true })
    const flag = await deck.flags.create({ key: 'on-deleted', filters: { groups: [{}] } })
    // No operation allows a flag to depend on a deleted cohort, but an older database may contain such a flag.
    await deck.store.write(async (tx) => {
      const stored = await tx.flags.find(deck.project.id, flag.id)
      if (stored) await tx.flags.update({ ...stored, filters: on(deck.outer.id) }, flagIndex(stored), stored.version)
    })
    await expect(updateCohort(deck.viewer, deck.outer.id, { deleted: false })).rejects.toMatchObject({
      kind: 'permission_denied',
    })
  })
})
