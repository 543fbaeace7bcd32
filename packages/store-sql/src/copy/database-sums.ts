import { sqlContext } from '../sql-context.ts'
import type { SqlDriver } from '../sql-driver.ts'
import { COPIED_TABLES } from './copied-tables.ts'
import type { Advance } from './copy-progress.ts'
import { sumRows } from './copy-rows.ts'
import { type Counters, readCounters } from './counters.ts'
import { tableColumns } from './table-columns.ts'
import { tableSide } from './table-pages.ts'
import type { TableSum } from './table-sum.ts'

/** What is in a database: equal sums, equal content, down to the number that the next row gets. */
export interface DatabaseSums {
  readonly tables: Readonly<Record<string, TableSum>>
  readonly counters: Counters
}

/** Adds up a whole database, in one state of it. */
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

/** Where two databases differ, as the names of tables. */
export function differences(a: DatabaseSums, b: DatabaseSums): readonly string[] {
  return COPIED_TABLES.map(({ name }) => name).filter((name) => {
    const [left, right] = [a.tables[name], b.tables[name]]
    return left?.rows !== right?.rows || left?.checksum !== right?.checksum || a.counters[name] !== b.counters[name]
  })
}
