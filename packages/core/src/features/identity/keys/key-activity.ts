import { SYSTEM } from '../../../data/records/actor.ts'
import type { PersonalApiKey } from '../../../data/records/personal-api-key.ts'
import type { Project } from '../../../data/records/project.ts'
import type { ReadTransaction, Transaction } from '../../../data/store.ts'
import { type TellingContext, tellOrganization } from '../organization-activity.ts'

/** A key before and after a change; null if it does not exist at that time. */
interface KeyChange {
  readonly before: PersonalApiKey | null
  readonly after: PersonalApiKey | null
}

/**
 * Records a change of a key in the activity of every organization that it gives access to, without its value (ACT-13).
 * The entries reveal nothing about other organizations: neither what the key can access in them, nor which of their
 * users changed it (ACT-14).
 */
export async function tellOfKey(
  tx: Transaction,
  ctx: Pick<TellingContext, 'actor' | 'clock' | 'ids'> & Partial<Pick<TellingContext, 'organization'>>,
  key: PersonalApiKey,
  { before, after }: KeyChange,
): Promise<void> {
  const subject = { scope: 'PersonalAPIKey', id: key.id, name: key.label } as const
  for (const place of await placesOf(tx, key)) {
    const change = { before: toldAt(place, before), after: toldAt(place, after) }
    if (JSON.stringify(change.before) === JSON.stringify(change.after) && !isOtherValue(before, after)) continue
    const isElsewhere = ctx.organization !== undefined && ctx.organization.id !== place.organizationId
    const actor = isElsewhere ? SYSTEM : ctx.actor
    await tellOrganization(tx, { ...ctx, actor, organization: { id: place.organizationId } }, subject, change)
  }
}

/** An organization of the user that a key gives access to, with its projects that the key names. */
interface KeyPlace {
  readonly organizationId: string
  readonly projectIds: readonly number[]
}

async function placesOf(tx: ReadTransaction, key: PersonalApiKey): Promise<readonly KeyPlace[]> {
  const { user, scopedProjectIds, scopedOrganizationIds } = key
  const joined = (await tx.memberships.ofUser(user.id)).map(({ organizationId }) => organizationId)
  const projects = await Promise.all((scopedProjectIds ?? []).map((id) => tx.projects.find(id)))
  return joined
    .filter((id) => scopedOrganizationIds?.includes(id) ?? true)
    .map((organizationId) => ({ organizationId, projectIds: idsIn(organizationId, projects) }))
    .filter(({ projectIds }) => scopedProjectIds === null || projectIds.length > 0)
}

function idsIn(organizationId: string, projects: readonly (Project | undefined)[]): readonly number[] {
  return projects.flatMap((project) => (project?.organizationId === organizationId ? project.id : []))
}

function isOtherValue(before: PersonalApiKey | null, after: PersonalApiKey | null): boolean {
  return before?.secureValue !== after?.secureValue
}

function toldAt({ organizationId, projectIds }: KeyPlace, key: PersonalApiKey | null) {
  const isBoundHere = key?.scopedOrganizationIds?.includes(organizationId)
  return (
    key && {
      user: key.user.email,
      maskValue: key.maskValue,
      scopes: [...key.scopes],
      scopedTeams: key.scopedProjectIds?.filter((id) => projectIds.includes(id)) ?? null,
      scopedOrganizations: key.scopedOrganizationIds && (isBoundHere ? [organizationId] : []),
      expiresAt: key.expiresAt,
    }
  )
}
