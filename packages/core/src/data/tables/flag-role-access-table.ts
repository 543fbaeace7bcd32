import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { FlagRoleAccess, NewFlagRoleAccess } from '../records/flag-role-access.ts'

/** Queries on the roles that may edit a flag. */
export interface FlagRoleAccessReader {
  find(projectId: number, flagId: number, id: number): Promise<FlagRoleAccess | undefined>
  /** Lists entries in the order of creation, which is by id. */
  list(projectId: number, flagId: number, page: PageRequest): Promise<Page<FlagRoleAccess>>
  /** Returns those of these flags that at least one of these roles may edit. */
  flagsOpenTo(projectId: number, flagIds: readonly number[], roleIds: readonly string[]): Promise<ReadonlySet<number>>
}

/** Queries on and changes of the roles that may edit a flag. */
export interface FlagRoleAccessTable extends FlagRoleAccessReader {
  /** Adds an entry. A flag and a role are a unique pair (`flag_role_access_pair`). */
  insert(projectId: number, access: NewFlagRoleAccess): Promise<FlagRoleAccess>
  /** Returns whether the entry existed. */
  delete(projectId: number, flagId: number, id: number): Promise<boolean>
}
