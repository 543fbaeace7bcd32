import { exportProject, type Flag, type JsonObject } from '@flagdeck/core'
import { openProject } from '@flagdeck/core/operations'
import type { Invitation } from '@flagdeck/core/store'
import { ACTIVITY_SCOPES, type ReadTransaction } from '@flagdeck/core/store'
import { askFlags } from '../support/ask-flags.ts'
import type { Kind, Pools } from './pools.ts'
import { LISTED, NEWCOMER, type ProtectedWorld } from './protected-world.ts'

/** Whose things all of these are, by users' ids. */
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

/** Everything that is closed: its rows, but what is counted and not written, and what its flags answer. */
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
    // Whoever has an invitation may come in, and everybody may leave.
    people: await each([owner, admin], ({ user }) => tx.memberships.find(organization.id, user.id)),
    invitations: await tx.invitations.listOpen(organization.id, ALL).then(({ items }) => items.filter(isInvited)),
    // A key makes, rotates and revokes those that are bound as closely as itself (KEY-15, KEY-16).
    keys: (await tx.personalApiKeys.list(owner.user.id))
      .filter(({ scopedProjectIds }) => scopedProjectIds?.join() !== String(sister.id))
      .map((key) => ({ ...key, lastUsedAt: null })),
    // Whoever makes a flag may give it to a role.
    roles: roles.items.map((role) => ({ ...role, associatedFlags: null })),
    project: { ...project, version: null, groupTypes: null },
  }
}

/** The key of a deleted flag is anybody's, who then renames it (FLAG-14); what it was counted under is not (USAGE-71). */
function tombstone({ id, key, usageKey }: Flag) {
  const original = key.replace(`:deleted:${id}`, '')
  return { key: original, usageKey: usageKey ?? original, projectVersion: null }
}

/** What is known of these persons is sent along, so that only flags and cohorts decide. */
const POPULATION = [...LISTED, 'carol', 'somebody'].flatMap((distinct_id) =>
  ['pro', 'free'].map((plan) => ({ distinct_id, person_properties: { plan } })),
)

async function answers(world: ProtectedWorld): Promise<JsonObject[]> {
  const asked = await Promise.all(POPULATION.map((subject) => askFlags(world, subject)))
  return asked.map(({ body }) => Object.fromEntries(closedAnswers(body.flags as JsonObject, world))) // checked against its schema
}

function closedAnswers(flags: JsonObject, { closed }: ProtectedWorld) {
  return Object.entries(flags).filter(([, answer]) => {
    const { metadata } = answer as { readonly metadata: { readonly id: number } } // as above
    return closed.flagIds.includes(metadata.id)
  })
}

/** All that a project says about itself, and how often it was changed: for those who may change nothing. */
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
