import { sql } from 'kysely'
import type { SqlContext } from '../sql-context.ts'
import { statement } from '../statement.ts'
import { NOT_DELETED } from './not-deleted.ts'

/** Columns that `LiveTotals` counts the bytes of. */
const FLAG_COLUMNS = ['name', 'filters', 'rollback_conditions', 'tags', 'evaluation_contexts', 'payload_schema']
const COHORT_COLUMNS = ['name', 'description', 'properties']

/**
 * Statements about the live flags and cohorts of projects. Both databases know the length of a long text without reading
 * it, so they cost as much as counting rows.
 */
export function liveTotals({ db }: SqlContext) {
  const [isFlag, isCohort] = [sql.lit(1), sql.lit(0)]
  const liveFlags = db
    .selectFrom('flags')
    .select(['project_id', isFlag.as('flag'), bytesIn(FLAG_COLUMNS).as('bytes')])
    .where('deleted', '=', NOT_DELETED)
  const liveCohorts = db
    .selectFrom('cohorts')
    .select(['project_id', isCohort.as('flag'), bytesIn(COHORT_COLUMNS).as('bytes')])
    .where('deleted', '=', NOT_DELETED)
  const flags = sql<number>`coalesce(sum(live.flag), 0)`
  const cohorts = sql<number>`count(*) - coalesce(sum(live.flag), 0)`
  const bytes = sql<number>`coalesce(sum(live.bytes), 0)`
  return {
    // Each half names the project, so that each uses its index.
    totals: statement((p: { projectId: number }) => {
      const cohortsOfProject = liveCohorts.where('project_id', '=', p.projectId)
      return db
        .selectFrom(liveFlags.where('project_id', '=', p.projectId).unionAll(cohortsOfProject).as('live'))
        .select([flags.as('flags'), cohorts.as('cohorts'), bytes.as('bytes')])
    }),
    listAbove: statement((p: { cohorts: number; bytes: number; limit: number }) =>
      db
        .selectFrom(liveFlags.unionAll(liveCohorts).as('live'))
        .select('live.project_id')
        .groupBy('live.project_id')
        .having(({ or, eb }) => or([eb(cohorts, '>', p.cohorts), eb(bytes, '>', p.bytes)]))
        .orderBy('live.project_id')
        .limit(p.limit),
    ),
  }
}

function bytesIn(columns: readonly string[]) {
  const lengths = columns.map((column) => sql<number>`octet_length(${sql.ref(column)})`)
  return sql<number>`${sql.join(lengths, sql` + `)}`
}
