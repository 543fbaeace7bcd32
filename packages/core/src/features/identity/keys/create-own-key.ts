import * as z from 'zod'
import { userOf } from '../../../data/records/actor.ts'
import type { PersonalApiKey } from '../../../data/records/personal-api-key.ts'
import { isScope, type Scope } from '../../../data/records/scope.ts'
import type { User } from '../../../data/records/user.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import { permissionDenied } from '../../../foundation/errors/domain-error.ts'
import { epochMsOf } from '../../../foundation/time/timestamp.ts'
import { idField, MAX_LIST_LENGTH } from '../../../foundation/validation/bounded-fields.ts'
import { clip } from '../../../foundation/validation/clip.ts'
import { dateTimeField } from '../../../foundation/validation/date-time-field.ts'
import { nameField, uuidField } from '../../../foundation/validation/fields.ts'
import { parseInput } from '../../../foundation/validation/parse-input.ts'
import { fieldNames, withReadOnly } from '../../../foundation/validation/read-only-fields.ts'
import { refuseIfAny } from '../../../foundation/validation/refuse.ts'
import type { Sent } from '../../../foundation/validation/sent.ts'
import { doesNotExist, type Violation, violation } from '../../../foundation/validation/violation.ts'
import { coded, noChoice } from '../../../foundation/validation/violations-of.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { Context } from '../../../runtime/context.ts'
import { type CreatedKey, createPersonalApiKey, type NewPersonalApiKey } from '../create-personal-api-key.ts'

const scopeField = z.custom<Scope>((value) => typeof value === 'string' && isScope(value), {
  error: (issue) => noChoice(clip(String(issue.input))).detail,
  params: coded('invalid_choice'),
})

/** What a client may send to create a key. Missing fields have the values of the key of the request. */
export const createKeySchema = withReadOnly(
  z.object({
    label: nameField(),
    scopes: z.array(scopeField).min(1).max(MAX_LIST_LENGTH),
    /** Ids of the projects that it gives access to; null or an empty list for all projects of the user. */
    scopedProjectIds: z.array(idField()).max(MAX_LIST_LENGTH).nullable().optional(),
    /** Ids of the organizations that it gives access to; null or an empty list for all organizations of the user. */
    scopedOrganizationIds: z.array(uuidField()).max(MAX_LIST_LENGTH).nullable().optional(),
    /** ISO 8601; null for no expiry. */
    expiresAt: dateTimeField().nullable().optional(),
  }),
  fieldNames<Omit<PersonalApiKey, 'label' | 'scopes' | 'scopedProjectIds' | 'scopedOrganizationIds' | 'expiresAt'>>({
    id: true,
    user: true,
    secureValue: true,
    maskValue: true,
    createdAt: true,
    lastUsedAt: true,
  }),
)

export type CreateKeyInput = Sent<typeof createKeySchema>

/** Creates a key for the caller. If the caller uses a key, it must have at least the access of the new one. */
export async function createOwnKey(ctx: Context, input: CreateKeyInput): Promise<CreatedKey> {
  authorize(ctx.actor, 'user:write')
  const user = userOf(ctx.actor)
  if (!user) throw permissionDenied('Users can create personal API keys only for themselves.')
  return createKeyOf(ctx, user, input)
}

/** Like {@link createOwnKey}, for a user, who must be the caller unless the caller is the system. */
export async function createKeyOf(ctx: Context, user: User, input: CreateKeyInput): Promise<CreatedKey> {
  const fields = keyFields(ctx, user, input)
  await ctx.store.read((tx) => refuseUnknownPlaces(tx, ctx, fields))
  return createPersonalApiKey(ctx, fields)
}

function keyFields({ actor }: Context, user: User, input: CreateKeyInput): NewPersonalApiKey {
  const { scopedProjectIds, scopedOrganizationIds, ...fields } = parseInput(createKeySchema, input)
  const own = actor.type === 'user' ? actor.key : null
  return {
    user,
    label: fields.label,
    scopes: [...new Set(fields.scopes)],
    scopedProjectIds: boundTo(scopedProjectIds, own?.scopedProjectIds),
    scopedOrganizationIds: boundTo(scopedOrganizationIds?.map(lowerCase), own?.scopedOrganizationIds),
    expiresAt: fields.expiresAt === undefined ? (own?.expiresAt ?? null) : fields.expiresAt,
  }
}

function boundTo<Id>(wanted: readonly Id[] | null | undefined, own: readonly Id[] | null = null): readonly Id[] | null {
  if (wanted === undefined) return own
  // Clients send an empty list for a key without restrictions (KEY-8).
  return wanted === null || wanted.length === 0 ? null : [...new Set(wanted)]
}

/** Refuses organizations and projects where the user is no member, and times in the past. */
async function refuseUnknownPlaces(tx: ReadTransaction, ctx: Context, fields: NewPersonalApiKey): Promise<void> {
  const { user, scopedProjectIds, scopedOrganizationIds, expiresAt } = fields
  const joined = (await tx.memberships.ofUser(user.id)).map(({ organizationId }) => organizationId)
  const violations: Violation[] = []
  for (const id of scopedProjectIds ?? []) {
    const project = await tx.projects.find(id)
    if (!project || !joined.includes(project.organizationId)) violations.push(doesNotExist('scopedProjectIds', id))
  }
  for (const id of scopedOrganizationIds ?? []) {
    if (!joined.includes(id)) violations.push(doesNotExist('scopedOrganizationIds', id))
  }
  if (expiresAt && epochMsOf(expiresAt) <= ctx.clock()) {
    violations.push(violation('expiresAt', 'invalid_input', 'This time is in the past: send a later one.'))
  }
  refuseIfAny(violations)
}

function lowerCase(text: string): string {
  return text.toLowerCase()
}
