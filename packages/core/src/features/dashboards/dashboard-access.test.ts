import { describe, expect, it } from 'vitest'
import type { ProjectContext } from '../../runtime/context.ts'
import { storedState } from '../../testing/dashboards/stored-state.ts'
import { newMembershipRow } from '../../testing/row-builders.ts'
import { seedUser } from '../../testing/seed-tenant.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { addCollaborator, listCollaborators, removeCollaborator } from './change-collaborators.ts'
import { createDashboard } from './create-dashboard.ts'
import { createInsight } from './insights/create-insight.ts'
import { retrieveInsight } from './insights/retrieve-insight.ts'
import { updateInsight } from './insights/update-insight.ts'
import { listDashboardActivity } from './list-dashboard-activity.ts'
import { listDashboards } from './list-dashboards.ts'
import { retrieveDashboard } from './retrieve-dashboard.ts'
import { createTextTile, updateTextTile } from './tiles/change-text-tile.ts'
import { copyTile } from './tiles/copy-tile.ts'
import { deleteTile } from './tiles/delete-tile.ts'
import { reorderTiles } from './tiles/reorder-tiles.ts'
import { updateDashboard } from './update-dashboard.ts'

const EDIT_REFUSED = {
  kind: 'permission_denied',
  message: "You don't have edit permissions for this dashboard.",
}
const RESTRICTION_REFUSED = {
  kind: 'permission_denied',
  message:
    "Only the dashboard owner and project admins have the restriction rights required to change the dashboard's restriction level.",
}

/** Creates four users: the creator of the dashboard, an admin, a member, and a member who may be invited. */
async function people() {
  const deck = await testDeck()
  const join = async () => {
    const user = await seedUser(deck.store)
    const membership = newMembershipRow({ organizationId: deck.organization.id, user })
    await deck.store.write((tx) => tx.memberships.insert(membership))
    return user
  }
  const [creator, guest] = [await join(), await join()]
  const [asCreator, asAdmin, asMember, asGuest] = await Promise.all(
    [creator, deck.admin, deck.member, guest].map((user) => deck.as(user)),
  )
  if (!asCreator || !asAdmin || !asMember || !asGuest) throw new Error('nobody came')
  const { id } = await createDashboard(asCreator, { name: 'Ours', restrictionLevel: 37 })
  return { ...deck, creator, guest, asCreator, asAdmin, asMember, asGuest, id }
}

describe('who may edit a dashboard', () => {
  it('DASH-80 is everybody unless it is restricted, and anybody may read', async () => {
    const { asCreator, asMember, id } = await people()
    expect(await retrieveDashboard(asMember, id)).toMatchObject({ canEdit: false, effectiveRestrictionLevel: 37 })
    await expect(updateDashboard(asMember, id, { name: 'x' })).rejects.toMatchObject(EDIT_REFUSED)
    await updateDashboard(asCreator, id, { restrictionLevel: 21 })
    await expect(updateDashboard(asMember, id, { name: 'x' })).resolves.toMatchObject({ name: 'x' })
  })

  it('DASH-81 is told by levels, in lists too', async () => {
    const { asCreator, asAdmin, asMember, asGuest, context, guest, id } = await people()
    await addCollaborator(asCreator, id, { userUuid: guest.uuid, level: 37 })
    const told = [
      [asCreator, true, true, 37, 'manager'],
      [asAdmin, true, true, 37, 'manager'],
      [context, true, true, 37, 'manager'],
      [asGuest, true, false, 37, 'editor'],
      [asMember, false, false, 21, 'viewer'],
    ] as const
    for (const [ctx, canEdit, canRestrict, effectivePrivilegeLevel, userAccessLevel] of told) {
      const access = { canEdit, canRestrict, effectivePrivilegeLevel, userAccessLevel, effectiveRestrictionLevel: 37 }
      expect(await retrieveDashboard(ctx, id)).toMatchObject(access)
      expect((await listDashboards(ctx, {}, { limit: 1, offset: 0 })).items).toMatchObject([access])
    }
    await updateDashboard(asCreator, id, { restrictionLevel: 21 })
    expect(await retrieveDashboard(asMember, id)).toMatchObject({
      canEdit: true,
      canRestrict: false,
      effectivePrivilegeLevel: 37,
      effectiveRestrictionLevel: 21,
      userAccessLevel: 'editor',
    })
  })

  it('DASH-82 counts for all that can be changed', async () => {
    const { asCreator, asMember, id, guest } = await people()
    const { id: tileId } = await createTextTile(asCreator, id, { body: 'x' })
    const mine = await createDashboard(asMember, {})
    const tile = await createTextTile(asMember, mine.id, { body: 'y' })
    const attempts = [
      updateDashboard(asMember, id, {}),
      updateDashboard(asMember, id, { deleted: true }),
      updateDashboard(asMember, id, { tiles: [{ id: tileId, deleted: true }] }),
      createTextTile(asMember, id, { body: 'x' }),
      updateTextTile(asMember, id, { tileId, body: 'x' }),
      deleteTile(asMember, id, { tileId }),
      reorderTiles(asMember, id, { tileOrder: [tileId] }),
      copyTile(asMember, id, { fromDashboardId: mine.id, tileId: tile.id }),
      createInsight(asMember, { dashboardIds: [id] }),
      addCollaborator(asMember, id, { userUuid: guest.uuid, level: 37 }),
      removeCollaborator(asMember, id, guest.uuid),
    ]
    for (const outcome of await Promise.allSettled(attempts)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: EDIT_REFUSED })
    }
  })

  it('DASH-82 counts for a deleted dashboard too', async () => {
    const { asCreator, asMember, id } = await people()
    await updateDashboard(asCreator, id, { deleted: true })
    await expect(updateDashboard(asMember, id, { deleted: false })).rejects.toMatchObject(EDIT_REFUSED)
  })

  it('DASH-83 is for its creator and admins to say, even the same again', async () => {
    const { asCreator, asAdmin, asMember, asGuest, guest, id } = await people()
    await addCollaborator(asCreator, id, { userUuid: guest.uuid, level: 37 })
    for (const restrictionLevel of [37, 21] as const) {
      await expect(updateDashboard(asGuest, id, { restrictionLevel })).rejects.toMatchObject(RESTRICTION_REFUSED)
      await expect(updateDashboard(asMember, id, { restrictionLevel })).rejects.toMatchObject(EDIT_REFUSED)
      await expect(updateDashboard(asAdmin, id, { restrictionLevel })).resolves.toMatchObject({ restrictionLevel })
    }
    await expect(updateDashboard(asMember, id, { restrictionLevel: 21 })).rejects.toMatchObject(RESTRICTION_REFUSED)
    await expect(updateDashboard(asMember, id, { name: 'x' })).resolves.toMatchObject({ name: 'x' })
  })

  it('DASH-82 is judged anew with each change: admins who are members now may edit no more', async () => {
    const { asAdmin, store, admin, organization, id } = await people()
    const demoted: typeof store = {
      ...store,
      write: (work) =>
        store.write((tx) => {
          const membership = newMembershipRow({ organizationId: organization.id, user: admin, level: 1 })
          return work({ ...tx, memberships: { ...tx.memberships, find: async () => membership } })
        }),
    }
    await expect(updateDashboard({ ...asAdmin, store: demoted }, id, {})).rejects.toMatchObject(EDIT_REFUSED)
  })

  it('DASH-14 needs a key that may write', async () => {
    const { as, admin, id } = await people()
    const reader = await as(admin, { scopes: ['dashboard:read'] })
    await expect(updateDashboard(reader, id, {})).rejects.toMatchObject({
      message: "API key missing required scope 'dashboard:write'",
    })
    await expect(createTextTile(reader, id, { body: 'x' })).rejects.toMatchObject({ kind: 'permission_denied' })
    await expect(listCollaborators(reader, id)).resolves.toEqual([])
  })
})

describe('invitations', () => {
  it('DASH-84 let a member edit, until they are taken back', async () => {
    const { asCreator, asGuest, asMember, guest, creator, id } = await people()
    const invited = await addCollaborator(asCreator, id, { userUuid: guest.uuid.toUpperCase(), level: 37 })
    expect(invited).toMatchObject({ dashboardId: id, user: guest, level: 37 })
    expect(await listCollaborators(asMember, id)).toEqual([invited])
    await expect(updateDashboard(asGuest, id, { name: 'x' })).resolves.toMatchObject({ name: 'x' })
    await removeCollaborator(asGuest, id, guest.uuid)
    await expect(updateDashboard(asGuest, id, { name: 'y' })).rejects.toMatchObject(EDIT_REFUSED)
    const { items } = await listDashboardActivity(asCreator, { limit: 3, offset: 0 }, id)
    expect(items).toMatchObject([
      {
        user: { email: guest.email },
        detail: { changes: [{ field: 'collaborators', before: guest.uuid, after: null }] },
      },
      { detail: { name: 'x' } },
      {
        user: { email: creator.email },
        detail: { changes: [{ field: 'collaborators', before: null, after: guest.uuid }] },
      },
    ])
  })

  it('DASH-84 are refused for those they are not for', async () => {
    const { asCreator, store, creator, admin, owner, guest, id } = await people()
    const stranger = await seedUser(store)
    const invite = (userUuid: string, level = 37) =>
      addCollaborator(asCreator, id, { userUuid, level }).catch((error: Error) => error.message)
    const inherent =
      'Cannot add collaborators that already have inherent access (the dashboard owner or a project admins).'
    expect(await invite(creator.uuid)).toBe(inherent)
    expect(await invite(admin.uuid)).toBe(inherent)
    expect(await invite(owner.uuid)).toBe(inherent)
    expect(await invite(stranger.uuid)).toBe('Cannot add collaborators that have no access to the project.')
    expect(await invite('00000000-0000-4000-8000-00000000dead')).toBe('User does not exist.')
    expect(await invite(guest.uuid, 21)).toBe('Only edit access can be explicitly specified currently.')
    expect(await invite(guest.uuid, 5)).toBe('"5" is not a valid choice. Choose one of: 21, 37.')
    expect(await invite('x')).toBe('Must be a valid UUID.')
    expect(await invite(guest.uuid)).toMatchObject({ user: guest })
    expect(await invite(guest.uuid)).toBe('User already is a collaborator.')
  })

  it('DASH-84 are for restricted dashboards that are there', async () => {
    const { asCreator, guest, id } = await people()
    const open = await createDashboard(asCreator, {})
    const gone = await createDashboard(asCreator, { deleted: true })
    const input = { userUuid: guest.uuid, level: 37 }
    await expect(addCollaborator(asCreator, open.id, input)).rejects.toMatchObject({
      message: 'Cannot add collaborators to a dashboard on the lowest restriction level.',
    })
    await expect(removeCollaborator(asCreator, open.id, guest.uuid)).rejects.toMatchObject({
      message: 'Cannot remove collaborators from a dashboard on the lowest restriction level.',
    })
    await expect(removeCollaborator(asCreator, id, guest.uuid)).rejects.toMatchObject({ apiDetail: 'Not found.' })
    const absent = { kind: 'not_found', apiDetail: 'Dashboard not found.' }
    for (const missing of [gone.id, 999, Number.NaN]) {
      await expect(addCollaborator(asCreator, missing, input)).rejects.toMatchObject(absent)
      await expect(listCollaborators(asCreator, missing)).rejects.toMatchObject(absent)
    }
  })
})

describe('who may edit an insight', () => {
  const refused = { kind: 'permission_denied', message: "You don't have edit permissions for this insight." }

  it('DASH-92 is who can edit every dashboard of it', async () => {
    const { asCreator, asMember, id } = await people()
    const insight = await createInsight(asCreator, { name: 'x', dashboardIds: [id] })
    expect(insight).toMatchObject({ effectiveRestrictionLevel: 37, effectivePrivilegeLevel: 37, dashboardIds: [id] })
    await expect(updateInsight(asMember, insight.id, { name: 'y' })).rejects.toMatchObject(refused)
    const open = await createDashboard(asCreator, {})
    await updateInsight(asCreator, insight.id, { dashboardIds: [id, open.id] })
    await expect(updateInsight(asMember, insight.id, { name: 'y' })).rejects.toMatchObject(refused)
    expect(await retrieveInsight(asMember, insight.id)).toMatchObject({
      effectiveRestrictionLevel: 37,
      effectivePrivilegeLevel: 21,
      userAccessLevel: 'viewer',
    })
    expect(await updateInsight(asCreator, insight.id, { dashboardIds: [open.id] })).toMatchObject({
      effectiveRestrictionLevel: 21,
    })
    await expect(updateInsight(asMember, insight.id, { name: 'z' })).resolves.toMatchObject({ name: 'z' })
  })

  const copies: readonly [string, (member: ProjectContext, dashboardId: number, tileId: number) => Promise<unknown>][] =
    [
      [
        'a copied tile',
        async (member, fromDashboardId, tileId) =>
          copyTile(member, (await createDashboard(member, {})).id, { fromDashboardId, tileId }),
      ],
      ['a copied dashboard', (member, useDashboard) => createDashboard(member, { useDashboard })],
    ]
  it.each(copies)('DASH-92 gets no right by %s', async (_, copy) => {
    const { asCreator, asMember, id, store, project } = await people()
    const { id: insightId, dashboardTiles } = await createInsight(asCreator, { name: 'x', dashboardIds: [id] })
    await copy(asMember, id, dashboardTiles[0]?.id ?? 0)
    const stored = () => storedState({ store, project })
    const before = await stored()
    for (const input of [{ name: 'y' }, { deleted: true }, { dashboardIds: [] }]) {
      await expect(updateInsight(asMember, insightId, input)).rejects.toMatchObject(refused)
    }
    expect(await stored()).toEqual(before)
    await updateInsight(asCreator, insightId, { deleted: true })
    await expect(updateInsight(asMember, insightId, { deleted: false })).rejects.toMatchObject(refused)
  })

  it('DASH-92 brings no insight back to a dashboard of others by restoring one of their own', async () => {
    const { asCreator, asMember, id } = await people()
    const own = await createDashboard(asMember, {})
    const { id: insightId } = await createInsight(asMember, { name: 'x', dashboardIds: [own.id] })
    await updateInsight(asCreator, insightId, { dashboardIds: [own.id, id] })
    const { dashboardTiles } = await retrieveInsight(asCreator, insightId)
    const tileId = dashboardTiles.find(({ dashboardId }) => dashboardId === id)?.id ?? 0
    const show = (deleted: boolean) => updateDashboard(asCreator, id, { tiles: [{ id: tileId, deleted }] })
    await show(true)
    await updateDashboard(asMember, own.id, { deleted: true, deleteInsights: true })
    await show(false)
    await expect(updateDashboard(asMember, own.id, { deleted: false })).rejects.toMatchObject({
      message: "You don't have edit permissions for every dashboard that shows this insight.",
    })
    expect((await updateDashboard(asCreator, own.id, { deleted: false })).tiles).toHaveLength(1)
  })
})
