import type { Membership, MembershipTable } from '@flagdeck/core/store'
import type { Selectable } from 'kysely'
import { timestampFrom } from '../column-values.ts'
import type { MembershipColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { rowStatement, statement } from '../statement.ts'
import { type JoinedUser, joinedUser, userColumns } from './joined-user.ts'
import { type PageStatements, readPage } from './read-page.ts'

type MembershipRow = Selectable<Omit<MembershipColumns, 'user_id'>> & JoinedUser<'user'>

interface OneMember {
  readonly organizationId: string
  readonly userId: number
}

export function membershipTable(context: SqlContext): (session: SqlSession) => MembershipTable {
  const memberships = withUser(context)
  const find = statement((p: OneMember) =>
    memberships.where('membership.organization_id', '=', p.organizationId).where('membership.user_id', '=', p.userId),
  )
  const ofUser = statement((p: { userId: number }) =>
    memberships.where('membership.user_id', '=', p.userId).orderBy('membership.joined_at').orderBy('membership.id'),
  )
  const list = pages(context)
  const { countAt, insert, update, remove } = changes(context)
  return (session) => ({
    async find(organizationId, userId) {
      const row = await session.first(find, { organizationId, userId })
      return row && membershipFrom(row)
    },
    list: (organizationId, page) => readPage(session, list, { organizationId }, page, membershipFrom),
    ofUser: (userId) => session.items(ofUser, { userId }, membershipFrom),
    countAt: async (organizationId, level) => (await session.first(countAt, { organizationId, level }))?.count ?? 0,
    async insert(membership) {
      await session.run(insert, rowOf(membership))
    },
    async update({ organizationId, user, level, updatedAt }) {
      await session.run(update, { organizationId, userId: user.id, level, updatedAt })
    },
    delete: async (organizationId, userId) => (await session.run(remove, { organizationId, userId })) > 0,
  })
}

function changes({ db }: SqlContext) {
  return {
    countAt: statement((p: { organizationId: string; level: number }) =>
      db
        .selectFrom('memberships')
        .select(db.fn.countAll<number>().as('count'))
        .where('organization_id', '=', p.organizationId)
        .where('level', '=', p.level),
    ),
    insert: rowStatement((row: MembershipColumns) => db.insertInto('memberships').values(row)),
    update: statement((p: OneMember & { level: number; updatedAt: string }) =>
      db
        .updateTable('memberships')
        .set({ level: p.level, updated_at: p.updatedAt })
        .where('organization_id', '=', p.organizationId)
        .where('user_id', '=', p.userId),
    ),
    remove: statement((p: OneMember) =>
      db.deleteFrom('memberships').where('organization_id', '=', p.organizationId).where('user_id', '=', p.userId),
    ),
  }
}

function withUser({ db }: SqlContext) {
  return db
    .selectFrom('memberships as membership')
    .innerJoin('users as user', 'user.id', 'membership.user_id')
    .select([
      'membership.id',
      'membership.organization_id',
      'membership.level',
      'membership.joined_at',
      'membership.updated_at',
      ...userColumns('user'),
    ])
}

function pages(context: SqlContext): PageStatements<{ readonly organizationId: string }, MembershipRow> {
  const { db } = context
  return {
    count: statement((p) =>
      db
        .selectFrom('memberships')
        .select(db.fn.countAll<number>().as('count'))
        .where('organization_id', '=', p.organizationId),
    ),
    rows: statement((p) =>
      withUser(context)
        .where('membership.organization_id', '=', p.organizationId)
        .orderBy('membership.joined_at')
        .orderBy('membership.id')
        .limit(p.limit)
        .offset(p.offset),
    ),
  }
}

const userFrom = joinedUser('user')

function membershipFrom(row: MembershipRow): Membership {
  return {
    id: row.id,
    organizationId: row.organization_id,
    user: userFrom(row),
    // Only levels are written to this column.
    level: row.level as Membership['level'],
    joinedAt: timestampFrom(row.joined_at),
    updatedAt: timestampFrom(row.updated_at),
  }
}

function rowOf(membership: Membership): MembershipColumns {
  return {
    id: membership.id,
    organization_id: membership.organizationId,
    user_id: membership.user.id,
    level: membership.level,
    joined_at: membership.joinedAt,
    updated_at: membership.updatedAt,
  }
}
