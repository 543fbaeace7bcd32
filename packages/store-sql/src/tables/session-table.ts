import type { Session, Transaction } from '@flagdeck/core/store'
import type { Selectable } from 'kysely'
import { timestampFrom } from '../column-values.ts'
import type { SessionColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { rowStatement, statement } from '../statement.ts'
import { type JoinedUser, joinedUser, userColumns } from './joined-user.ts'

type SessionRow = Selectable<Omit<SessionColumns, 'user_id'>> & JoinedUser<'user'>

interface OneSession {
  readonly userId: number
  readonly sessionId: string
}

export function sessionTable(context: SqlContext): (session: SqlSession) => Transaction['sessions'] {
  const { findBySecureValue, list } = lookUps(context)
  const { insert, touch, remove, removeAll, removeOthers } = changes(context)
  return (session) => ({
    async findBySecureValue(secureValue) {
      const row = await session.first(findBySecureValue, { secureValue })
      return row && sessionFrom(row)
    },
    list: (userId) => session.items(list, { userId }, sessionFrom),
    async insert(signedIn) {
      await session.run(insert, rowOf(signedIn))
    },
    async touch(userId, sessionId, { lastUsedAt, expiresAt }) {
      await session.run(touch, { userId, sessionId, lastUsedAt, expiresAt })
    },
    delete: async (userId, sessionId) => (await session.run(remove, { userId, sessionId })) > 0,
    async deleteOfUser(userId, exceptId) {
      if (exceptId === null) await session.run(removeAll, { userId })
      else await session.run(removeOthers, { userId, sessionId: exceptId })
    },
  })
}

function lookUps({ db }: SqlContext) {
  const sessions = db
    .selectFrom('sessions as session')
    .innerJoin('users as user', 'user.id', 'session.user_id')
    .select([
      'session.id',
      'session.secure_value',
      'session.method',
      'session.browser',
      'session.created_at',
      'session.last_used_at',
      'session.expires_at',
      ...userColumns('user'),
    ])
  return {
    findBySecureValue: statement((p: { secureValue: string }) =>
      sessions.where('session.secure_value', '=', p.secureValue),
    ),
    list: statement((p: { userId: number }) =>
      sessions.where('session.user_id', '=', p.userId).orderBy('session.created_at').orderBy('session.id'),
    ),
  }
}

function changes({ db }: SqlContext) {
  const ofUser = (p: { readonly userId: number }) => db.deleteFrom('sessions').where('user_id', '=', p.userId)
  return {
    insert: rowStatement((row: SessionColumns) => db.insertInto('sessions').values(row)),
    touch: statement((p: OneSession & { lastUsedAt: string; expiresAt: string }) =>
      db
        .updateTable('sessions')
        .set({ last_used_at: p.lastUsedAt, expires_at: p.expiresAt })
        .where('user_id', '=', p.userId)
        .where('id', '=', p.sessionId),
    ),
    remove: statement((p: OneSession) => ofUser(p).where('id', '=', p.sessionId)),
    removeAll: statement((p: { userId: number }) => ofUser(p)),
    removeOthers: statement((p: OneSession) => ofUser(p).where('id', '<>', p.sessionId)),
  }
}

const userFrom = joinedUser('user')

function sessionFrom(row: SessionRow): Session {
  return {
    id: row.id,
    user: userFrom(row),
    secureValue: decodeText(row.secure_value),
    // Only methods are written to this column.
    method: row.method as Session['method'],
    browser: decodeText(row.browser),
    createdAt: timestampFrom(row.created_at),
    lastUsedAt: timestampFrom(row.last_used_at),
    expiresAt: timestampFrom(row.expires_at),
  }
}

function rowOf({ id, user, secureValue, method, browser, createdAt, lastUsedAt, expiresAt }: Session): SessionColumns {
  return {
    id,
    user_id: user.id,
    secure_value: secureValue,
    method,
    browser,
    created_at: createdAt,
    last_used_at: lastUsedAt,
    expires_at: expiresAt,
  }
}
