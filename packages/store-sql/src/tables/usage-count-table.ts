import {
  type UsageCount,
  type UsageCountQuery,
  type UsageCountTable,
  type UsageDimension,
  type UsageSum,
  yieldToOthers,
} from '@flagdeck/core/store'
import { sql } from 'kysely'
import { listsText } from '../lists-text.ts'
import type { UsageCountColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { decodeText } from '../sql-value.ts'
import { type Statement, statement } from '../statement.ts'
import { queryShapes } from './query-shape.ts'
import { usageDeletion } from './usage-deletion.ts'

/** Limited by how long one statement may take, and how long it may block all other work on SQLite. */
const ADDED_AT_ONCE = 1000

const KEY = ['project_id', 'measure', 'period', 'flag_key', 'start', 'variant', 'source', 'sdk'] as const

export function usageCountTable(context: SqlContext): (session: SqlSession) => UsageCountTable {
  const sumStatement = madeOnceForEach((query) => sumsOf(context, query))
  const { add, deleteBefore } = changes(context)
  return (session) => ({
    async sum(projectId, query) {
      const rows = await session.all(sumStatement(query), { ...query, projectId })
      return rows.flatMap((row) => sumFrom(row, query.by))
    },
    async add(counts) {
      // In the order of the key, here and in each statement, so that two transactions that add to the same counts do
      // not deadlock.
      const rows = counts.map(valuesOf).sort(compareRows)
      for (let at = 0; at < rows.length; at += ADDED_AT_ONCE) {
        if (at > 0) await yieldToOthers()
        await session.run(add, { lists: listsText(rows.slice(at, at + ADDED_AT_ONCE)) })
      }
    },
    deleteBefore: (period, start, limit) => session.run(deleteBefore, { period, start, limit }),
  })
}

const { inShapeOf, madeOnceForEach } = queryShapes<UsageCountQuery>(['by'])

const COLUMN_OF = {
  start: 'start',
  flagKey: 'flag_key',
  variant: 'variant',
  source: 'source',
  sdk: 'sdk',
} as const satisfies Record<UsageDimension, keyof UsageCountColumns>

type SumParameters = UsageCountQuery & { readonly projectId: number }
/** The sums are null if there were no rows. */
type SumRow = Partial<Omit<UsageCountColumns, 'errors'>> & {
  readonly count: number | null
  readonly errors: number | null
}

function sumsOf({ db, dialect }: SqlContext, query: UsageCountQuery): Statement<SumParameters, SumRow> {
  const columns = query.by.map((dimension) => COLUMN_OF[dimension])
  return statement((p: SumParameters) => {
    const wanted = inShapeOf(query, p)
    let counts = db
      .selectFrom('usage_counts')
      .where('project_id', '=', p.projectId)
      .where('measure', '=', wanted.measure)
      .where('period', '=', wanted.period)
      .where('start', '>=', wanted.from)
      .where('start', '<', wanted.until)
    for (const [column, values] of listsOf(wanted)) {
      if (values) counts = counts.where(dialect.isOneOf(sql.ref(column), values, 'text'))
    }
    for (const column of columns) counts = counts.groupBy(column).orderBy(column)
    return counts
      .select(columns)
      .select([
        sql<number | null>`cast(sum(n) as bigint)`.as('count'),
        sql<number | null>`cast(sum(errors) as bigint)`.as('errors'),
      ])
  })
}

function listsOf({ flagKeys, variants, sources, sdks }: UsageCountQuery) {
  return [
    ['flag_key', flagKeys],
    ['variant', variants],
    ['source', sources],
    ['sdk', sdks],
  ] as const
}

function sumFrom(row: SumRow, by: readonly UsageDimension[]): UsageSum[] {
  const { count, errors } = row
  if (count === null || errors === null) return []
  const dimensions = by.map((dimension) => [dimension, decodeText(row[COLUMN_OF[dimension]] ?? '')])
  // Only sources are written to that column, and each value has the name of the dimension from which it was read.
  return [{ ...(Object.fromEntries(dimensions) as Partial<UsageSum>), count, errors }]
}

function changes(context: SqlContext) {
  const { db, dialect } = context
  return {
    add: statement((p: { lists: string }) =>
      db
        .insertInto('usage_counts')
        .columns([...KEY, 'n', 'errors'])
        .expression((eb) => {
          let added = eb
            .selectFrom(dialect.rows(p.lists, ROW_COLUMNS))
            .select(KEY)
            .select([sql<number>`sum(n)`.as('n'), sql<number>`sum(errors)`.as('errors')])
            .groupBy(KEY)
          for (const column of KEY) added = added.orderBy(column)
          return added
        })
        .onConflict((conflict) =>
          conflict.columns([...KEY]).doUpdateSet((eb) => ({
            n: eb('usage_counts.n', '+', eb.ref('excluded.n')),
            errors: eb('usage_counts.errors', '+', eb.ref('excluded.errors')),
          })),
        ),
    ),
    deleteBefore: usageDeletion(context, 'usage_counts', KEY),
  }
}

const ROW_COLUMNS = {
  project_id: 'bigint',
  measure: 'text',
  period: 'text',
  flag_key: 'text',
  start: 'text',
  variant: 'text',
  source: 'text',
  sdk: 'text',
  n: 'bigint',
  errors: 'bigint',
} as const

type RowValues = readonly (string | number)[]

function compareRows(a: RowValues, b: RowValues): number {
  const place = KEY.findIndex((_, at) => a[at] !== b[at])
  if (place < 0) return 0
  return (a[place] ?? 0) < (b[place] ?? 0) ? -1 : 1
}

function valuesOf(count: UsageCount): RowValues {
  const { projectId, measure, period, flagKey, start, variant, source, sdk } = count
  return [projectId, measure, period, flagKey, start, variant, source, sdk, count.count, count.errors]
}
