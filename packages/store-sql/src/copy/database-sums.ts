import { sqlContext } from '../sql-context.ts'
import type { SqlDriver } from '../sql-driver.ts'
import { COPIED_TABLES } from './copied-tables.ts'
import type { Advance } from './copy-progress.ts'
import { sumRows } from './copy-rows.ts'
import { type Counters, readCounters } from './counters.ts'
import { tableColumns } from './table-columns.ts'
import { tableSide } from './table-pages.ts'
import type { TableSum } from './table-sum.ts'

/**
 * The sums of the content of a database. If they are equal, the content is equal, including the next number of each
 * table.
 */
export interface DatabaseSums {
  readonly tables: Readonly<Record<string, TableSum>>
  readonly counters: Counters
}

/** Returns the sums of a whole database, from one state of it. */
export function databaseSums(driver: SqlDriver, advance: Advance): Promise<DatabaseSums> {
  const context = sqlContext(driver.dialect)
  return driver.read(async (connection) => {
    const tables: [string, TableSum][] = []
    for (const table of COPIED_TABLES) {
      const side = tableSide(context, table, await tableColumns(connection, context, table))
      tables.push([table.name, await sumRows(side, connection, advance)])
    }
    return { tables: Object.fromEntries(tables), counters: await readCounters(connection, context) }
  })
}

/** Returns the names of the tables in which two databases differ. */
export function differences(a: DatabaseSums, b: DatabaseSums): readonly string[] {
  return COPIED_TABLES.map(({ name }) => name).filter((name) => {
    const [left, right] = [a.tables[name], b.tables[name]]
    return left?.rows !== right?.rows || left?.checksum !== right?.checksum || a.counters[name] !== b.counters[name]
  })
}
