import type { PageRequest } from '@flagdeck/core'
import type { OrganizationActivity, OrganizationActivityTable } from '@flagdeck/core/store'
import type { Insertable, Selectable } from 'kysely'
import { documentFrom, timestampFrom } from '../column-values.ts'
import type { OrganizationActivityColumns, UserColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { rowStatement, statement } from '../statement.ts'
import { type PageStatements, readPage } from './read-page.ts'

type ActivityRow = Selectable<Omit<OrganizationActivityColumns, 'user_id'>> & {
  readonly [Column in 'first_name' | 'email']: UserColumns[Column] | null
}

export function organizationActivityTable(context: SqlContext): (session: SqlSession) => OrganizationActivityTable {
  const statementsOf = statementsByShape(context)
  const append = rowStatement((row: Insertable<OrganizationActivityColumns>) =>
    context.db.insertInto('organization_activity').values(row),
  )
  return (session) => ({
    list(organizationId, query, page) {
      const { scopes = [], itemId = '', userId = 0 } = query
      const parameters = { organizationId, scopes, itemId, userId }
      return readPage(session, statementsOf(query), parameters, page, activityFrom)
    },
    async append(activity) {
      await session.post(append, rowOf(activity))
    },
  })
}

interface OfOrganization {
  readonly organizationId: string
  readonly scopes: readonly string[]
  readonly itemId: string
  readonly userId: number
}

type OrganizationActivityQuery = Parameters<OrganizationActivityTable['list']>[1]

type Statements = PageStatements<OfOrganization, ActivityRow>

/** Returns the statements for each of the eight ways to list. */
function statementsByShape(context: SqlContext): (query: OrganizationActivityQuery) => Statements {
  const shapeOf = ({ scopes, itemId, userId }: OrganizationActivityQuery) =>
    Number(scopes !== undefined) + 2 * Number(itemId !== undefined) + 4 * Number(userId !== undefined)
  const made = Array.from({ length: 8 }, (_, shape) => pages(context, shape))
  return (query) => made[shapeOf(query)] ?? pages(context, shapeOf(query))
}

function pages(context: SqlContext, shape: number): Statements {
  const { db } = context
  const entriesOf = (p: OfOrganization) =>
    db
      .selectFrom('organization_activity')
      .where('organization_id', '=', p.organizationId)
      .$if((shape & 1) > 0, (entries) =>
        entries.where((eb) => context.dialect.isOneOf(eb.ref('scope'), p.scopes, 'text')),
      )
      .$if((shape & 2) > 0, (entries) => entries.where('item_id', '=', p.itemId))
      .$if((shape & 4) > 0, (entries) => entries.where('user_id', '=', p.userId))
  // Only the index is read to find the page; rows, which are large, are read only for it.
  const placesOf = (p: OfOrganization & PageRequest) =>
    entriesOf(p).select(['organization_id', 'seq']).orderBy('seq', 'desc').limit(p.limit).offset(p.offset)
  return {
    count: statement((p) => entriesOf(p).select(db.fn.countAll<number>().as('count'))),
    rows: statement((p) =>
      db
        .selectFrom(placesOf(p).as('page'))
        .innerJoin('organization_activity as activity', (join) =>
          join.onRef('activity.organization_id', '=', 'page.organization_id').onRef('activity.seq', '=', 'page.seq'),
        )
        .leftJoin('users as user', 'user.id', 'activity.user_id')
        .select([
          'activity.seq',
          'activity.id',
          'activity.organization_id',
          'activity.verb',
          'activity.scope',
          'activity.item_id',
          'activity.detail',
          'activity.created_at',
          'user.first_name',
          'user.email',
        ])
        .orderBy('activity.seq', 'desc'),
    ),
  }
}

function activityFrom(row: ActivityRow): OrganizationActivity {
  return {
    id: row.id,
    organizationId: row.organization_id,
    user: row.email === null ? null : { firstName: decodeText(row.first_name ?? ''), email: decodeText(row.email) },
    // Only verbs and scopes are written to these columns.
    verb: row.verb as OrganizationActivity['verb'],
    scope: row.scope as OrganizationActivity['scope'],
    itemId: decodeText(row.item_id),
    detail: documentFrom(row.detail),
    createdAt: timestampFrom(row.created_at),
  }
}

function rowOf(activity: Parameters<OrganizationActivityTable['append']>[0]): Insertable<OrganizationActivityColumns> {
  return {
    id: activity.id,
    organization_id: activity.organizationId,
    user_id: activity.userId,
    verb: activity.verb,
    scope: activity.scope,
    item_id: activity.itemId,
    detail: JSON.stringify(activity.detail),
    created_at: activity.createdAt,
  }
}
