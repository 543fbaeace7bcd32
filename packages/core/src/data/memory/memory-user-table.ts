import type { User } from '../records/user.ts'
import type { UserTable } from '../tables/user-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import type { MemoryState } from './memory-state.ts'

export function memoryUserTable({ state, ids }: MemoryContext): UserTable {
  return {
    find: async (userId) => state.users.get(userId),
    findByUuid: async (uuid) => state.users.of('uuid', uuid)[0],
    findByEmail: async (email) => state.users.holderOf('users_email', email),
    // Writers run one after the other, so the row is already locked.
    lock: async (userId) => state.users.get(userId),
    async lastSeen(userIds) {
      const seen = userIds.flatMap((userId) => state.seenUsers.get(userId) ?? [])
      return new Map(seen.map(({ userId, lastSeenAt }) => [userId, lastSeenAt]))
    },
    insert: async (user) => state.users.insert({ ...user, id: ++ids.users }),
    async touch(userId, lastSeenAt) {
      if (!state.users.get(userId)) return
      const row = { userId, lastSeenAt }
      if (state.seenUsers.get(userId)) state.seenUsers.replace(row)
      else state.seenUsers.insert(row)
    },
    async update(user) {
      if (state.users.get(user.id)) state.users.replace(user)
    },
  }
}

/** Returns the user that a row references. */
function userOf(state: MemoryState, userId: number): User {
  return referenced(state.users.get(userId), `user ${userId}`)
}

/** Returns the user that a row references, or null. */
export function optionalUserOf(state: MemoryState, userId: number | null): User | null {
  return userId === null ? null : userOf(state, userId)
}

/** Returns a row with its user in place of the user's id. */
export function withUser<Row extends { readonly userId: number }>(
  state: MemoryState,
  { userId, ...row }: Row,
): Omit<Row, 'userId'> & { readonly user: User } {
  return { ...row, user: userOf(state, userId) }
}

/** Returns the id of a row's user, after a check that the user exists. */
export function knownUserId(state: MemoryState, user: User): number {
  return userOf(state, user.id).id
}

export function knownOptionalUserId(state: MemoryState, user: User | null): number | null {
  return user === null ? null : knownUserId(state, user)
}
