import type { Transaction } from '@flagdeck/core/store'
import { sql } from 'kysely'
import { timestampFrom } from '../column-values.ts'
import type { ProjectSizeColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { statement } from '../statement.ts'

type ProjectSizeTable = Transaction['projectSizes']
type ProjectSize = Awaited<ReturnType<ProjectSizeTable['largest']>>[number]

export function projectSizeTable(context: SqlContext): (session: SqlSession) => ProjectSizeTable {
  const { find, largest, add, claimMeasurement } = statements(context)
  return (session) => ({
    async find(projectId) {
      const row = await session.first(find, { projectId })
      return row && sizeFrom(row)
    },
    largest: (limit) => session.items(largest, { limit }, sizeFrom),
    add: (projectId, bytes, addedAt) => session.post(add, { projectId, bytes, addedAt }),
    claimMeasurement: async (projectId, previous, measuredAt) =>
      (await session.run(claimMeasurement, { projectId, previous: previous ?? NEVER, measuredAt })) > 0,
  })
}

/** An empty text instead of null, so that one statement can compare both. */
const NEVER = ''

function statements({ db }: SqlContext) {
  return {
    find: statement((p: { projectId: number }) =>
      db.selectFrom('project_sizes').selectAll().where('project_id', '=', p.projectId),
    ),
    largest: statement((p: { limit: number }) =>
      db.selectFrom('project_sizes').selectAll().orderBy('bytes', 'desc').orderBy('project_id').limit(p.limit),
    ),
    add: statement((p: { projectId: number; bytes: number; addedAt: string }) =>
      db
        .insertInto('project_sizes')
        .values({ project_id: p.projectId, bytes: notNegative(sql`${p.bytes}`), measured_at: p.addedAt })
        .onConflict((conflict) =>
          // Uses the parameter, because `excluded.bytes` is never negative.
          conflict.column('project_id').doUpdateSet({ bytes: notNegative(sql`project_sizes.bytes + ${p.bytes}`) }),
        ),
    ),
    claimMeasurement: statement((p: { projectId: number; previous: string; measuredAt: string }) =>
      db
        .updateTable('project_sizes')
        .set({ measured_at: p.measuredAt })
        .where('project_id', '=', p.projectId)
        .where('measured_at', '=', p.previous),
    ),
  }
}

function notNegative(bytes: ReturnType<typeof sql>) {
  const sum = sql`cast(${bytes} as bigint)`
  return sql<number>`case when ${sum} < 0 then 0 else ${sum} end`
}

function sizeFrom({ project_id, bytes, measured_at }: ProjectSizeColumns): ProjectSize {
  return { projectId: project_id, bytes, measuredAt: measured_at === NEVER ? null : timestampFrom(measured_at) }
}
