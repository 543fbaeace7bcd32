import type { SignInLink, Transaction } from '@flagdeck/core/store'
import type { Selectable } from 'kysely'
import { timestampFrom } from '../column-values.ts'
import type { SignInLinkColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { rowStatement, statement } from '../statement.ts'
import { type JoinedUser, joinedUser, userColumns } from './joined-user.ts'

type LinkRow = Selectable<Omit<SignInLinkColumns, 'user_id'>> & JoinedUser<'user'>

export function signInLinkTable(context: SqlContext): (session: SqlSession) => Transaction['signInLinks'] {
  const { findBySecureToken, insert, use, removeMadeBefore } = statements(context)
  return (session) => ({
    async findBySecureToken(secureToken) {
      const row = await session.first(findBySecureToken, { secureToken })
      return row && linkFrom(row)
    },
    async insert(link) {
      await session.run(insert, rowOf(link))
    },
    use: async (userId, linkId, usedAt) => (await session.run(use, { userId, linkId, usedAt })) > 0,
    async deleteMadeBefore(userId, time) {
      await session.run(removeMadeBefore, { userId, time })
    },
  })
}

function statements({ db }: SqlContext) {
  return {
    findBySecureToken: statement((p: { secureToken: string }) =>
      db
        .selectFrom('sign_in_links as link')
        .innerJoin('users as user', 'user.id', 'link.user_id')
        .select([
          'link.id',
          'link.secure_token',
          'link.created_at',
          'link.expires_at',
          'link.used_at',
          ...userColumns('user'),
        ])
        .where('link.secure_token', '=', p.secureToken),
    ),
    insert: rowStatement((row: SignInLinkColumns) => db.insertInto('sign_in_links').values(row)),
    use: statement((p: { userId: number; linkId: string; usedAt: string }) =>
      db
        .updateTable('sign_in_links')
        .set({ used_at: p.usedAt })
        .where('user_id', '=', p.userId)
        .where('id', '=', p.linkId)
        .where('used_at', 'is', null),
    ),
    removeMadeBefore: statement((p: { userId: number; time: string }) =>
      db.deleteFrom('sign_in_links').where('user_id', '=', p.userId).where('created_at', '<', p.time),
    ),
  }
}

const userFrom = joinedUser('user')

function linkFrom(row: LinkRow): SignInLink {
  return {
    id: row.id,
    user: userFrom(row),
    secureToken: decodeText(row.secure_token),
    createdAt: timestampFrom(row.created_at),
    expiresAt: timestampFrom(row.expires_at),
    usedAt: timestampFrom(row.used_at),
  }
}

function rowOf({ id, user, secureToken, createdAt, expiresAt, usedAt }: SignInLink): SignInLinkColumns {
  return {
    id,
    user_id: user.id,
    secure_token: secureToken,
    created_at: createdAt,
    expires_at: expiresAt,
    used_at: usedAt,
  }
}
