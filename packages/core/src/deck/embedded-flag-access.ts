import { grantRoleAccess, revokeRoleAccess } from '../features/flags/role-access/change-role-access.ts'
import {
  type FlagRoleAccessDetails,
  listRoleAccess,
  retrieveRoleAccess,
} from '../features/flags/role-access/list-role-access.ts'
import { type Page, type PageRequest, pageRequest } from '../foundation/pagination/page.ts'
import type { ProjectContext } from '../runtime/context.ts'

/** Which roles were given a flag: their members may edit it. */
export interface EmbeddedFlagAccess {
  list(flagId: number, page?: Partial<PageRequest>): Promise<Page<FlagRoleAccessDetails>>
  get(flagId: number, accessId: number): Promise<FlagRoleAccessDetails>
  grant(flagId: number, input: { readonly roleId: string }): Promise<FlagRoleAccessDetails>
  revoke(flagId: number, accessId: number): Promise<void>
}

/** Binds the operations on role access to a project. */
export function embeddedFlagAccess(ctx: ProjectContext): EmbeddedFlagAccess {
  return {
    list: (flagId, page) => listRoleAccess(ctx, flagId, pageRequest(page)),
    get: (flagId, accessId) => retrieveRoleAccess(ctx, flagId, accessId),
    grant: (flagId, input) => grantRoleAccess(ctx, flagId, input),
    revoke: (flagId, accessId) => revokeRoleAccess(ctx, flagId, accessId),
  }
}
