import { grantRoleAccess, revokeRoleAccess } from '../features/flags/role-access/change-role-access.ts'
import {
  type FlagRoleAccessDetails,
  listRoleAccess,
  retrieveRoleAccess,
} from '../features/flags/role-access/list-role-access.ts'
import { type Page, type PageRequest, pageRequest } from '../foundation/pagination/page.ts'
import type { ProjectContext } from '../runtime/context.ts'
import { byFlag, type FlagReference, flagIdOf } from './flag-reference.ts'
import { PAGE_OPTIONS, withKnownOptions } from './known-options.ts'

/** Role access to flags: members of a listed role can edit the flag. */
export interface EmbeddedFlagAccess {
  /** Lists the roles that may edit a flag. */
  list(flag: FlagReference, page?: Partial<PageRequest>): Promise<Page<FlagRoleAccessDetails>>
  /** Returns one entry of that list. */
  get(flag: FlagReference, accessId: number): Promise<FlagRoleAccessDetails>
  /** Lets the members of a role edit a flag. */
  grant(flag: FlagReference, input: { readonly roleId: string }): Promise<FlagRoleAccessDetails>
  /** Deletes an entry, so that the members of its role may no longer edit the flag. */
  revoke(flag: FlagReference, accessId: number): Promise<void>
}

const OPTIONS = {
  list: [null, PAGE_OPTIONS],
} satisfies Parameters<typeof withKnownOptions<EmbeddedFlagAccess>>[2]

/** Binds the role access operations to a project. */
export function embeddedFlagAccess(ctx: ProjectContext): EmbeddedFlagAccess {
  const methods: EmbeddedFlagAccess = {
    list: async (flag, page) => listRoleAccess(ctx, await flagIdOf(ctx, flag), pageRequest(page)),
    get: byFlag(ctx, retrieveRoleAccess),
    grant: byFlag(ctx, grantRoleAccess),
    revoke: byFlag(ctx, revokeRoleAccess),
  }
  return withKnownOptions('flags.access', methods, OPTIONS)
}
