import type { ActivityVerb, FieldChange, OrganizationActivityScope } from '../../data/records/activity.ts'
import { userOf } from '../../data/records/actor.ts'
import type { Organization } from '../../data/records/organization.ts'
import type { NewOrganizationActivity } from '../../data/records/organization-activity.ts'
import type { Transaction } from '../../data/store.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { fieldChanges } from '../../runtime/activity/field-changes.ts'
import type { Context } from '../../runtime/context.ts'

/** The actor, the time and the organization of an entry. */
export interface TellingContext extends Pick<Context, 'actor' | 'clock' | 'ids'> {
  readonly organization: Pick<Organization, 'id'>
}

/** The record that an entry is about. */
interface OrganizationSubject {
  readonly scope: OrganizationActivityScope
  readonly id: string
  /** Its name after the change. */
  readonly name: string
}

/** The recorded fields; null if the record does not exist at that time. */
type Told = Readonly<Record<string, JsonValue>> | null

/**
 * Records a change of a record or member of the organization in its activity. If nothing changed, it records nothing
 * (ACT-13).
 */
export async function tellOrganization(
  tx: Transaction,
  ctx: TellingContext,
  subject: OrganizationSubject,
  { before, after }: { readonly before: Told; readonly after: Told },
): Promise<void> {
  const fields = Object.keys(after ?? before ?? {})
  const changes = fieldChanges(subject.scope, fields, before ?? {}, after ?? {})
  const verb = verbOf(before, after)
  if (verb === 'updated' && changes.length === 0) return
  await tx.organizationActivity.append(organizationEntry(ctx, subject, verb, changes))
}

function verbOf(before: Told, after: Told): ActivityVerb {
  if (before === null) return 'created'
  return after === null ? 'deleted' : 'updated'
}

/** Returns the entry for a change that the actor made. */
export function organizationEntry(
  ctx: TellingContext,
  { scope, id, name }: OrganizationSubject,
  verb: ActivityVerb,
  changes: readonly FieldChange[],
): NewOrganizationActivity {
  return {
    id: ctx.ids.uuid(),
    organizationId: ctx.organization.id,
    userId: userOf(ctx.actor)?.id ?? null,
    verb,
    scope,
    itemId: id,
    detail: { changes, trigger: null, type: null, name, shortId: null },
    createdAt: timestampOf(ctx.clock()),
  }
}
