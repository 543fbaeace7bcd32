import { sql } from 'kysely'
import type { SqlContext } from '../sql-context.ts'
import { statement } from '../statement.ts'
import { bytesIn } from './bytes-in.ts'
import { NOT_DELETED } from './not-deleted.ts'

/** The columns whose bytes `LiveTotals` counts. */
const FLAG_COLUMNS = [
  ...['name', 'filters', 'rollback_conditions', 'tags', 'evaluation_contexts', 'payload_schema'],
  'early_access',
]
const COHORT_COLUMNS = ['name', 'description', 'properties']

/**
 * Statements about the live flags and cohorts of projects. Both databases know the length of a long text without
 * reading it, so they cost as much as counting rows. Structure bytes follow the long texts of a row, and SQLite would
 * read all of them. They are therefore read from an index.
 */
export function liveTotals({ db }: SqlContext) {
  const live = (table: 'flags' | 'cohorts') => {
    const rows = db.selectFrom(table).select('project_id').where('deleted', '=', NOT_DELETED)
    const [flag, cohort] = table === 'flags' ? [1, 0] : [0, 1]
    const texts = rows.select([
      sql.lit(flag).as('flag'),
      sql.lit(cohort).as('cohort'),
      bytesIn(...(table === 'flags' ? FLAG_COLUMNS : COHORT_COLUMNS)).as('bytes'),
    ])
    // PostgreSQL returns sums of 64-bit integers as text, because they may have any length.
    const structure = sql<number>`cast(structure_bytes as integer)`
    return [texts, rows.select([sql.lit(0).as('flag'), sql.lit(0).as('cohort'), structure.as('bytes')])] as const
  }
  const [flagTexts, flagStructure] = live('flags')
  const [cohortTexts, cohortStructure] = live('cohorts')
  const sum = (column: 'flag' | 'cohort' | 'bytes') => sql<number>`coalesce(sum(${sql.ref(`live.${column}`)}), 0)`
  return {
    // Each part has its own condition on the project, so that each uses its index.
    totals: statement((p: { projectId: number }) => {
      const of = (rows: typeof flagTexts) => rows.where('project_id', '=', p.projectId)
      const all = of(flagTexts).unionAll(of(flagStructure)).unionAll(of(cohortTexts)).unionAll(of(cohortStructure))
      return db
        .selectFrom(all.as('live'))
        .select([sum('flag').as('flags'), sum('cohort').as('cohorts'), sum('bytes').as('bytes')])
    }),
    listAbove: statement((p: { cohorts: number; bytes: number; limit: number }) =>
      db
        .selectFrom(flagTexts.unionAll(flagStructure).unionAll(cohortTexts).unionAll(cohortStructure).as('live'))
        .select('live.project_id')
        .groupBy('live.project_id')
        .having(({ or, eb }) => or([eb(sum('cohort'), '>', p.cohorts), eb(sum('bytes'), '>', p.bytes)]))
        .orderBy('live.project_id')
        .limit(p.limit),
    ),
  }
}
