import type { Store, User } from '@flagdeck/core'
import {
  BUILT_AT,
  insertCohort,
  insertDashboard,
  insertFlag,
  insertInsight,
  newActivityRow,
  newDashboardCollaboratorRow,
  newDashboardTemplateRow,
  newGroupRow,
  newIdempotencyKeyRow,
  newInvitationRow,
  newOpenIdAccountRow,
  newOrganizationActivityRow,
  newPersonalApiKeyRow,
  newPersonRow,
  newSeenFlag,
  newSessionRow,
  newSignInLinkRow,
  newTextCardRow,
  newTileRow,
  newUnknownFlag,
  newUsageCount,
  newUserRow,
  newUserSet,
  type SeededTenant,
  seedTenant,
} from '@flagdeck/core/fixtures'
import type { Transaction } from '@flagdeck/core/store'

/** Creates two tenants with 300 rows in every table that may be large, and returns the second. */
export async function seedForPlans(store: Store): Promise<SeededTenant> {
  await seedTenantWithRows(store)
  return seedTenantWithRows(store)
}

/** Small enough for one transaction, even on a slow machine. */
const ROWS_AT_ONCE = 20

async function seedTenantWithRows(store: Store): Promise<SeededTenant> {
  const tenant = await seedTenant(store)
  for (let from = 0; from < 300; from += ROWS_AT_ONCE) await store.write((tx) => addRows(tx, tenant, from))
  return tenant
}

async function addRows(tx: Transaction, { project, organization }: SeededTenant, from: number): Promise<void> {
  const projectId = project.id
  for (let n = from; n < from + ROWS_AT_ONCE; n++) {
    await insertFlag(tx, { projectId, projectVersion: n })
    await tx.projects.raiseVersion(projectId)
    const user = await tx.users.insert(newUserRow())
    await tx.personalApiKeys.insert(newPersonalApiKeyRow({ user }))
    await tx.personalApiKeys.retire(`retired-${n}`, BUILT_AT)
    await tx.idempotencyKeys.save(newIdempotencyKeyRow({ organizationId: organization.id, key: `key-${n}` }))
    const step = { version: 1 + Math.floor(n / 10), undo: { set: n }, before: null, walk: n }
    await tx.activity.append(newActivityRow({ projectId, itemId: String(n % 10), step }))
    await tx.organizationActivity.append(newOrganizationActivityRow({ organizationId: organization.id }))
    await tx.invitations.insert(newInvitationRow({ organizationId: organization.id, secureToken: `token-${user.id}` }))
    await tx.sessions.insert(newSessionRow({ user, secureValue: `session-${user.id}` }))
    await tx.signInLinks.insert(newSignInLinkRow({ user, secureToken: `link-${user.id}` }))
    await tx.openIdAccounts.insert(newOpenIdAccountRow({ user, subject: `subject-${user.id}` }))
    await addAudience(tx, projectId, n)
    await addDashboard(tx, projectId, user)
    await addUsage(tx, projectId, `flag-${n}`)
  }
}

async function addAudience(tx: Transaction, projectId: number, projectVersion: number): Promise<void> {
  const person = newPersonRow({ projectId, properties: { email: `person-${projectVersion}@acme.com` } })
  await tx.persons.save(person)
  await tx.groups.save(newGroupRow({ projectId, properties: { name: `Company ${projectVersion}` } }))
  await tx.projectSizes.add(projectId, 1000, BUILT_AT)
  const { id } = await insertCohort(tx, { projectId, projectVersion })
  await tx.cohortMembers.add(projectId, id, [person.distinctId, 'person'])
  await tx.hashKeyOverrides.add(projectId, person.distinctId, [{ flagKey: 'flag', hashKey: 'anonymous' }])
}

async function addUsage(tx: Transaction, projectId: number, flagKey: string): Promise<void> {
  for (const start of ['2026-10-01', '2026-11-01', '2026-12-01']) {
    await tx.usageCounts.add([newUsageCount({ projectId, flagKey, period: 'day', start })])
    await tx.userSets.save([newUserSet({ projectId, flagKey, period: 'day', start })])
  }
  await tx.seenFlags.note([newSeenFlag({ projectId, flagKey })])
  await tx.seenFlags.noteUnknown([newUnknownFlag({ projectId, flagKey })], 1000)
  await tx.claimedEvents.claim(projectId, [flagKey], BUILT_AT)
}

async function addDashboard(tx: Transaction, projectId: number, user: User): Promise<void> {
  const { id: dashboardId } = await insertDashboard(tx, { projectId })
  const { id: insightId } = await insertInsight(tx, { projectId })
  const { id: textId } = await tx.textCards.insert(newTextCardRow({ projectId }))
  await tx.tiles.insert(newTileRow({ projectId, dashboardId, content: { kind: 'insight', insightId } }))
  await tx.tiles.insert(newTileRow({ projectId, dashboardId, content: { kind: 'text', textId } }))
  await tx.dashboardTemplates.insert(newDashboardTemplateRow({ projectId }))
  await tx.dashboardCollaborators.insert(newDashboardCollaboratorRow({ projectId, dashboardId, user }))
}
