import type { PersonalApiKey } from '../../../data/records/personal-api-key.ts'
import type { ReadTransaction, Transaction } from '../../../data/store.ts'
import { type TellingContext, tellOrganization } from '../organization-activity.ts'

/** A key before and after a change; null where there was none, or is none any more. */
interface KeyChange {
  readonly before: PersonalApiKey | null
  readonly after: PersonalApiKey | null
}

/** Tells every organization that a key opens what became of it; its value is never told (ACT-13). */
export async function tellOfKey(
  tx: Transaction,
  ctx: Pick<TellingContext, 'actor' | 'clock' | 'ids'>,
  key: PersonalApiKey,
  { before, after }: KeyChange,
): Promise<void> {
  const subject = { scope: 'PersonalAPIKey', id: key.id, name: key.label } as const
  for (const id of await organizationsOf(tx, key)) {
    const telling = { ...ctx, organization: { id } }
    await tellOrganization(tx, telling, subject, { before: told(before), after: told(after) })
  }
}

/** The organizations of the user that a key is good for. */
async function organizationsOf(tx: ReadTransaction, key: PersonalApiKey): Promise<readonly string[]> {
  const { user, scopedProjectIds, scopedOrganizationIds } = key
  const joined = (await tx.memberships.ofUser(user.id)).map(({ organizationId }) => organizationId)
  const projects = scopedProjectIds && (await Promise.all(scopedProjectIds.map((id) => tx.projects.find(id))))
  return joined.filter(
    (id) =>
      (scopedOrganizationIds?.includes(id) ?? true) &&
      (projects?.some((project) => project?.organizationId === id) ?? true),
  )
}

function told(key: PersonalApiKey | null) {
  return (
    key && {
      user: key.user.email,
      maskValue: key.maskValue,
      scopes: [...key.scopes],
      scopedTeams: key.scopedProjectIds && [...key.scopedProjectIds],
      scopedOrganizations: key.scopedOrganizationIds && [...key.scopedOrganizationIds],
      expiresAt: key.expiresAt,
    }
  )
}
