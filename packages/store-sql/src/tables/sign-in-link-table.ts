import type { SignInLink, SignInLinkTable } from '@flagdeck/core/store'
import type { Selectable } from 'kysely'
import { timestampFrom } from '../column-values.ts'
import type { SignInLinkColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { rowStatement, statement } from '../statement.ts'
import { type JoinedUser, joinedUser, userColumns } from './joined-user.ts'

type LinkRow = Selectable<Omit<SignInLinkColumns, 'user_id'>> & JoinedUser<'user'>

export function signInLinkTable(context: SqlContext): (session: SqlSession) => SignInLinkTable {
  const { findBySecureToken, insert, use, removeMadeBefore } = statements(context)
  return (session) => ({
    async findBySecureToken(secureToken) {
      const row = await session.first(findBySecureToken, { secureToken })
      return row && linkFrom(row)
    },
    async insert(link) {
      await session.run(insert, rowOf(link))
    },
    use: async (userId, secureToken, usedAt) => (await session.run(use, { userId, secureToken, usedAt })) > 0,
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
        .select(['link.secure_token', 'link.created_at', 'link.expires_at', 'link.used_at', ...userColumns('user')])
        .where('link.secure_token', '=', p.secureToken),
    ),
    insert: rowStatement((row: SignInLinkColumns) => db.insertInto('sign_in_links').values(row)),
    use: statement((p: { userId: number; secureToken: string; usedAt: string }) =>
      db
        .updateTable('sign_in_links')
        .set({ used_at: p.usedAt })
        .where('user_id', '=', p.userId)
        .where('secure_token', '=', p.secureToken)
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
    user: userFrom(row),
    secureToken: decodeText(row.secure_token),
    createdAt: timestampFrom(row.created_at),
    expiresAt: timestampFrom(row.expires_at),
    usedAt: timestampFrom(row.used_at),
  }
}

function rowOf({ user, secureToken, createdAt, expiresAt, usedAt }: SignInLink): SignInLinkColumns {
  return {
    secure_token: secureToken,
    user_id: user.id,
    created_at: createdAt,
    expires_at: expiresAt,
    used_at: usedAt,
  }
}
