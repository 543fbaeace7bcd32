import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { FlagRoleAccess, NewFlagRoleAccess } from '../records/flag-role-access.ts'

/** What is asked about which roles may edit which flags. */
export interface FlagRoleAccessReader {
  find(projectId: number, flagId: number, id: number): Promise<FlagRoleAccess | undefined>
  /** In the order they were added, which is by id. */
  list(projectId: number, flagId: number, page: PageRequest): Promise<Page<FlagRoleAccess>>
  /** Which of these flags were given to at least one of these roles. */
  flagsOpenTo(projectId: number, flagIds: readonly number[], roleIds: readonly string[]): Promise<ReadonlySet<number>>
}

/** What is asked about which roles may edit which flags, and how it is changed. */
export interface FlagRoleAccessTable extends FlagRoleAccessReader {
  /** A role is given a flag once (`flag_role_access_pair`). */
  insert(projectId: number, access: NewFlagRoleAccess): Promise<FlagRoleAccess>
  /** Whether there was such an entry. */
  delete(projectId: number, flagId: number, id: number): Promise<boolean>
}
