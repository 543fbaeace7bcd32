import { exportProject, type Flag, type JsonObject } from '@flagdeck/core'
import { openProject } from '@flagdeck/core/operations'
import type { Invitation } from '@flagdeck/core/store'
import { ACTIVITY_SCOPES, type ReadTransaction } from '@flagdeck/core/store'
import { askFlags } from '../support/ask-flags.ts'
import type { Kind, Pools } from './pools.ts'
import { LISTED, NEWCOMER, type ProtectedWorld } from './protected-world.ts'

/** The ids of the users who created these records. */
export async function authorsOf({ api, project }: ProtectedWorld, pools: Pools): Promise<ReadonlySet<number | null>> {
  const ids = (kind: Kind) => pools[kind].map(Number)
  const rows = await api.deck.context.store.read(async (tx) => [
    ...(await tx.textCards.findMany(project.id, ids('text'))),
    ...(await tx.insights.findMany(project.id, ids('insight'))),
    ...(await tx.dashboards.findMany(project.id, ids('dashboard'))),
    ...(await Promise.all(ids('flag').map((id) => tx.flags.find(project.id, id)))),
    ...(await Promise.all(ids('cohort').map((id) => tx.cohorts.find(project.id, id)))),
  ])
  return new Set(rows.map((row) => row?.createdBy?.id ?? null))
}

const ALL = { limit: 1000, offset: 0 }

/**
 * A snapshot of everything that is closed: its rows, without values that are counted instead of written, and the
 * results of its flags.
 */
export async function closedPicture(world: ProtectedWorld): Promise<JsonObject> {
  const rows = await world.api.deck.context.store.read((tx) => closedRows(tx, world))
  return JSON.parse(JSON.stringify({ ...rows, answers: await answers(world) }))
}

async function closedRows(
  tx: ReadTransaction,
  { project: { id }, organization, owner, admin, sister, closed }: ProtectedWorld,
) {
  const { flagIds, cohortIds, dashboardIds, insightIds, textIds, copied } = closed
  const isInvited = ({ email }: Invitation) => email !== NEWCOMER
  const each = <Id, Row>(ids: readonly Id[], read: (id: Id) => Promise<Row>) => Promise.all(ids.map(read))
  const flags = await each(flagIds, (flagId) => tx.flags.find(id, flagId))
  const roles = await tx.roles.list(organization.id, ALL)
  const project = await tx.projects.find(id)
  return {
    flags: flags.map((flag) => flag && { ...flag, ...(flag.deleted ? tombstone(flag) : {}), lastCalledAt: null }),
    copied: await tx.flags.find(copied.projectId, copied.flagId),
    roleAccess: await each(flagIds, (flagId) => tx.flagRoleAccess.list(id, flagId, ALL)),
    cohorts: await each(cohortIds, (cohortId) => tx.cohorts.find(id, cohortId)),
    members: await each(cohortIds, (cohortId) => tx.cohortMembers.list(id, cohortId, ALL)),
    dashboards: await tx.dashboards.findMany(id, dashboardIds),
    tiles: await each(dashboardIds, (dashboardId) => tx.tiles.ofDashboard(id, dashboardId)),
    collaborators: await each(dashboardIds, (dashboardId) => tx.dashboardCollaborators.ofDashboard(id, dashboardId)),
    insights: await tx.insights.findMany(id, insightIds),
    texts: await tx.textCards.findMany(id, textIds),
    organization: await tx.organizations.find(organization.id),
    // Invited users may join, and all members may leave.
    people: await each([owner, admin], ({ user }) => tx.memberships.find(organization.id, user.id)),
    invitations: await tx.invitations.listOpen(organization.id, ALL).then(({ items }) => items.filter(isInvited)),
    // A key may create, rotate and revoke keys with the same restrictions as its own (KEY-15, KEY-16).
    keys: (await tx.personalApiKeys.list(owner.user.id))
      .filter(({ scopedProjectIds }) => scopedProjectIds?.join() !== String(sister.id))
      .map((key) => ({ ...key, lastUsedAt: null })),
    // The creator of a flag may give a role access to it.
    roles: roles.items.map((role) => ({ ...role, associatedFlags: null })),
    project: { ...project, version: null, groupTypes: null },
  }
}

/**
 * The key of a deleted flag is free, and the flag is renamed when the key is used again (FLAG-14). The key of its usage
 * stays (USAGE-71).
 */
function tombstone({ id, key, usageKey }: Flag) {
  const original = key.replace(`:deleted:${id}`, '')
  return { key: original, usageKey: usageKey ?? original, projectVersion: null }
}

/** The properties of these persons are part of the request, so that only flags and cohorts affect the results. */
const POPULATION = [...LISTED, 'carol', 'somebody'].flatMap((distinct_id) =>
  ['pro', 'free'].map((plan) => ({ distinct_id, person_properties: { plan } })),
)

async function answers(world: ProtectedWorld): Promise<JsonObject[]> {
  const asked = await Promise.all(POPULATION.map((subject) => askFlags(world, subject)))
  return asked.map(({ body }) => Object.fromEntries(closedAnswers(body.flags as JsonObject, world))) // validated
}

function closedAnswers(flags: JsonObject, { closed }: ProtectedWorld) {
  return Object.entries(flags).filter(([, answer]) => {
    const { metadata } = answer as { readonly metadata: { readonly id: number } } // as above
    return closed.flagIds.includes(metadata.id)
  })
}

/** A snapshot of the whole project and the number of its changes, for actors that may change nothing. */
export async function wholePicture(world: ProtectedWorld): Promise<JsonObject> {
  const { context } = world.api.deck
  const project = await openProject(context, world.project.id)
  const document = await exportProject(project)
  const counts = await context.store.read(async (tx) => ({
    activity: await Promise.all(
      ACTIVITY_SCOPES.map(async (scope) => (await tx.activity.list(project.project.id, { scope }, ALL)).count),
    ),
    persons: await tx.persons.list(project.project.id, '', ALL),
    version: (await tx.projects.find(project.project.id))?.version,
  }))
  return JSON.parse(JSON.stringify({ ...document, ...counts, exported_at: null }))
}
