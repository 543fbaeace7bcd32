import type { User } from '@flagdeck/core'
import type { NewUser, UserTable } from '@flagdeck/core/store'
import { type Insertable, sql } from 'kysely'
import { timestampFrom } from '../column-values.ts'
import type { UserColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { rowStatement, statement } from '../statement.ts'
import { insertedId } from './inserted-id.ts'
import { type JoinedUser, joinedUser, userColumns } from './joined-user.ts'

const existingUserFrom = joinedUser('user')

export function userTable({ db, dialect }: SqlContext): (session: SqlSession) => UserTable {
  const users = db.selectFrom('users as user').select(userColumns('user'))
  const find = statement((p: { id: number }) => users.where('user.id', '=', p.id))
  const lock = statement((p: { id: number }) => users.where('user.id', '=', p.id).modifyEnd(sql.raw(dialect.rowLock)))
  const findByUuid = statement((p: { uuid: string }) => users.where('user.uuid', '=', p.uuid))
  const findByEmail = statement((p: { email: string }) => users.where('user.email', '=', p.email))
  const seen = statement((p: { ids: readonly number[] }) =>
    db
      .selectFrom('users')
      .select(['id', 'last_seen_at'])
      .where(dialect.isOneOf(sql.ref('id'), p.ids, 'bigint'))
      .where('last_seen_at', 'is not', null)
      .$narrowType<{ last_seen_at: string }>(),
  )
  const touch = statement((p: { id: number; lastSeenAt: string }) =>
    db.updateTable('users').set({ last_seen_at: p.lastSeenAt }).where('id', '=', p.id),
  )
  const insert = rowStatement((row: Insertable<UserColumns>) => db.insertInto('users').values(row).returning('id'))
  const update = rowStatement(({ id, ...row }: Insertable<UserColumns> & { readonly id: number }) =>
    db.updateTable('users').set(row).where('id', '=', id),
  )
  return (session) => ({
    find: async (id) => userFrom(await session.first(find, { id })),
    lock: async (id) => userFrom(await session.first(lock, { id })),
    findByUuid: async (uuid) => userFrom(await session.first(findByUuid, { uuid })),
    findByEmail: async (email) => userFrom(await session.first(findByEmail, { email })),
    async lastSeen(ids) {
      const rows = await session.all(seen, { ids })
      return new Map(rows.map(({ id, last_seen_at }) => [id, timestampFrom(last_seen_at)]))
    },
    async touch(id, lastSeenAt) {
      await session.run(touch, { id, lastSeenAt })
    },
    insert: async (user) => ({ ...user, id: insertedId(await session.first(insert, rowOf(user))) }),
    async update(user) {
      await session.run(update, { ...rowOf(user), id: user.id })
    },
  })
}

function userFrom(row: JoinedUser<'user'> | undefined): User | undefined {
  return row && existingUserFrom(row)
}

function rowOf(user: NewUser): Insertable<UserColumns> {
  return {
    uuid: user.uuid,
    distinct_id: user.distinctId,
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    is_email_verified: user.isEmailVerified,
    created_at: user.createdAt,
  }
}
