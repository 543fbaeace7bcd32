import { userOf } from '../../../data/records/actor.ts'
import { permissionDenied } from '../../../foundation/errors/domain-error.ts'
import type { OrganizationContext } from '../../../runtime/context.ts'
import type { CreatedKey } from '../create-personal-api-key.ts'
import { type CreateKeyInput, createKeyOf } from './create-own-key.ts'

/** The fields of a key for one organization. */
export type OrganizationKeyInput = Omit<CreateKeyInput, 'scopedOrganizationIds'>

/** Creates a key for only this organization. Its user is the caller, or the member that the system names. */
export async function createOrganizationKey(
  ctx: OrganizationContext,
  input: OrganizationKeyInput,
  user = userOf(ctx.actor),
): Promise<CreatedKey> {
  if (!user) throw permissionDenied('The system has no personal API keys: name the user who will own the key.')
  return createKeyOf(ctx, user, { ...input, scopedOrganizationIds: [ctx.organization.id] })
}
