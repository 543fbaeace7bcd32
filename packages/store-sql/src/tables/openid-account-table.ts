import type { OpenIdAccount, Transaction } from '@flagdeck/core/store'
import type { Selectable } from 'kysely'
import { timestampFrom } from '../column-values.ts'
import type { OpenIdAccountColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { rowStatement, statement } from '../statement.ts'
import { type JoinedUser, joinedUser, userColumns } from './joined-user.ts'

type AccountRow = Selectable<Omit<OpenIdAccountColumns, 'user_id'>> & JoinedUser<'user'>

export function openIdAccountTable(context: SqlContext): (session: SqlSession) => Transaction['openIdAccounts'] {
  const { find, ofUser, insert, removeOfUser } = statements(context)
  return (session) => ({
    async find(issuer, subject) {
      const row = await session.first(find, { issuer, subject })
      return row && accountFrom(row)
    },
    ofUser: (userId) => session.items(ofUser, { userId }, accountFrom),
    async insert(account) {
      await session.run(insert, rowOf(account))
    },
    async deleteOfUser(userId) {
      await session.run(removeOfUser, { userId })
    },
  })
}

function statements({ db }: SqlContext) {
  const accounts = db
    .selectFrom('openid_accounts as account')
    .innerJoin('users as user', 'user.id', 'account.user_id')
    .select(['account.id', 'account.issuer', 'account.subject', 'account.created_at', ...userColumns('user')])
  return {
    find: statement((p: { issuer: string; subject: string }) =>
      accounts.where('account.issuer', '=', p.issuer).where('account.subject', '=', p.subject),
    ),
    ofUser: statement((p: { userId: number }) =>
      accounts.where('account.user_id', '=', p.userId).orderBy('account.created_at').orderBy('account.id'),
    ),
    insert: rowStatement((row: OpenIdAccountColumns) => db.insertInto('openid_accounts').values(row)),
    removeOfUser: statement((p: { userId: number }) =>
      db.deleteFrom('openid_accounts').where('user_id', '=', p.userId),
    ),
  }
}

const userFrom = joinedUser('user')

function accountFrom(row: AccountRow): OpenIdAccount {
  return {
    id: row.id,
    issuer: decodeText(row.issuer),
    subject: decodeText(row.subject),
    user: userFrom(row),
    createdAt: timestampFrom(row.created_at),
  }
}

function rowOf({ id, issuer, subject, user, createdAt }: OpenIdAccount): OpenIdAccountColumns {
  return { id, issuer, subject, user_id: user.id, created_at: createdAt }
}
