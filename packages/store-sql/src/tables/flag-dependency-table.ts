import type { FlagDependencyTable } from '@flagdeck/core/store'
import type { FlagDependencyColumns } from '../schema.ts'
import type { SqlContext } from '../sql-context.ts'
import type { SqlSession } from '../sql-session.ts'
import { statement } from '../statement.ts'
import { NOT_DELETED } from './not-deleted.ts'

export function flagDependencyTable({ db }: SqlContext): (session: SqlSession) => FlagDependencyTable {
  const list = statement((p: { projectId: number }) =>
    db
      .selectFrom('flag_dependencies as dependency')
      .innerJoin('flags as flag', 'flag.id', 'dependency.flag_id')
      .select(['dependency.flag_id as flagId', 'dependency.depends_on_flag_id as dependsOnFlagId'])
      .where('dependency.project_id', '=', p.projectId)
      .where('flag.deleted', '=', NOT_DELETED)
      .orderBy('dependency.flag_id')
      .orderBy('dependency.depends_on_flag_id'),
  )
  const remove = statement((p: { projectId: number; flagId: number }) =>
    db.deleteFrom('flag_dependencies').where('project_id', '=', p.projectId).where('flag_id', '=', p.flagId),
  )
  const insert = statement((p: FlagDependencyColumns) =>
    db
      .insertInto('flag_dependencies')
      .values({ project_id: p.project_id, flag_id: p.flag_id, depends_on_flag_id: p.depends_on_flag_id }),
  )
  return (session) => ({
    list: (projectId) => session.all(list, { projectId }),
    async replace(projectId, flagId, dependsOnFlagIds) {
      await session.post(remove, { projectId, flagId })
      for (const id of new Set(dependsOnFlagIds)) {
        await session.post(insert, { project_id: projectId, flag_id: flagId, depends_on_flag_id: id })
      }
    },
  })
}
