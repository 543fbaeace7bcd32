import Database from 'better-sqlite3'
import type { ByHandFlags } from './by-hand-flags.ts'
import { type FlagRow, flagList } from './flag-body.ts'
import { FIND_OWNER, INSERT_ACTIVITY, INSERT_FLAG, LIST_FLAGS, RETRIEVE_FLAG } from './flag-queries.ts'
import { newFlag, type OwnerRow } from './new-flag.ts'

/**
 * Opens a file with prepared statements of better-sqlite3 and with the same durability: WAL, flushed before the
 * response.
 */
export function sqliteFlags(path: string): ByHandFlags {
  const database = new Database(path)
  database.pragma('journal_mode = wal')
  database.pragma('synchronous = full')
  database.pragma('foreign_keys = on')
  const list = database.prepare<unknown[], FlagRow & { readonly total: number }>(LIST_FLAGS)
  const find = database.prepare<unknown[], FlagRow>(RETRIEVE_FLAG)
  const insertFlag = database.prepare<unknown[], { readonly id: number }>(INSERT_FLAG)
  const insertActivity = database.prepare<unknown[]>(INSERT_ACTIVITY)
  const owner = found(database.prepare<unknown[], OwnerRow>(FIND_OWNER).get())
  const create = database.transaction((projectId: number, body: string): FlagRow => {
    const flag = newFlag(projectId, body, owner)
    const { id } = found(insertFlag.get(flag.insertFlag))
    insertActivity.run(flag.insertActivity(id))
    return flag.row(id)
  })
  return {
    list: (projectId) => flagList(list.all(projectId, projectId)),
    find: (id) => found(find.get(id)),
    create: (projectId, body) => create.immediate(projectId, body),
    close: async () => {
      database.close()
    },
  }
}

function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('the database is not as it was seeded')
  return row
}
