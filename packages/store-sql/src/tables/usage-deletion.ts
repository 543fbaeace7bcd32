import { USAGE_MEASURES } from '@flagdeck/core/store'
import { sql } from 'kysely'
import type { UsageCountColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import { statement } from '../statement.ts'
import { hasKeyAmong } from './has-key-among.ts'

/** All measures. They are in the text, because a statement is built only once. */
const MEASURES = USAGE_MEASURES.map((measure) => sql.lit(measure))

/** Deletes some rows of a usage table for a period, from before a start; `key` lists the columns of its key. */
export function usageDeletion(
  { db }: SqlContext,
  table: 'usage_counts' | 'user_sets',
  key: readonly (keyof UsageCountColumns)[],
) {
  return statement((p: { period: string; start: string; limit: number }) =>
    db.deleteFrom(table).where((eb) =>
      hasKeyAmong(
        key,
        // By project and measure, because no index starts with the column `start`. SQLite does not reorder a cross
        // join.
        eb
          .selectFrom('projects')
          .crossJoin(sql<UsageCountColumns>`${sql.table(table)}`.as('old'))
          .select(key.map((column) => `old.${column}` as const))
          .whereRef('old.project_id', '=', 'projects.id')
          .where('old.measure', 'in', MEASURES)
          .where('old.period', '=', p.period)
          .where('old.start', '<', p.start)
          .limit(p.limit),
      ),
    ),
  )
}
