import { StoreUnavailable } from '@flagdeck/core'
import { sql } from 'kysely'
import { COPIED_TABLES } from './copied-tables.ts'
import { CopyProblem } from './copy-problem.ts'
import type { Phases } from './copy-progress.ts'
import { copyRows, removeExtraRows, type TableChanges, type TablePair } from './copy-rows.ts'
import type { CopySource } from './copy-source.ts'
import type { CopyTarget } from './copy-target.ts'
import { columnsToRead, tableColumns } from './table-columns.ts'
import { tableSide } from './table-pages.ts'
import type { TableSum } from './table-sum.ts'

/** The changes of a copy to one table, and the sum of its content. */
export interface CopiedTableReport extends TableSum, TableChanges {
  readonly name: string
  /** The number of rows of an earlier copy that are no longer in the source. */
  readonly removed: number
}

/** Makes all tables of the target equal to those of the source. */
export async function copyTables(
  source: CopySource,
  target: CopyTarget,
  phases: Phases,
): Promise<readonly CopiedTableReport[]> {
  const pairs = await tablePairs(source, target)
  if (target.isNew) return insertAndUpdate(pairs, source, target, phases, new Map())
  try {
    const removed = await removeExtra(pairs, source, target, phases)
    return await insertAndUpdate(pairs, source, target, phases, removed)
  } catch (error) {
    if (error instanceof StoreUnavailable || error instanceof CopyProblem || phases.isStopped()) throw error
    // Changing rows one by one can violate constraints in between, for example if two flags have swapped their keys.
    await emptyTables(target)
    return insertAndUpdate(pairs, source, target, phases, new Map())
  }
}

function tablePairs({ columns, context }: CopySource, target: CopyTarget): Promise<readonly TablePair[]> {
  return target.read(async (connection) => {
    const pairs: TablePair[] = []
    for (const table of COPIED_TABLES) {
      const here = columns.get(table.name) ?? new Map()
      const there = await tableColumns(connection, target.context, table)
      const from = tableSide(context, table, columnsToRead(table.name, here, there))
      pairs.push({ from, to: tableSide(target.context, table, there) })
    }
    return pairs
  })
}

/** Tables that reference others come first. */
async function removeExtra(
  pairs: readonly TablePair[],
  { connection }: CopySource,
  target: CopyTarget,
  { begin }: Phases,
): Promise<ReadonlyMap<string, number>> {
  const advance = begin('comparing')
  const removed = new Map<string, number>()
  for (const pair of pairs.toReversed()) {
    removed.set(pair.from.table.name, await removeExtraRows(pair, connection, target, advance))
  }
  return removed
}

/** Referenced tables come first. */
async function insertAndUpdate(
  pairs: readonly TablePair[],
  { connection }: CopySource,
  target: CopyTarget,
  { begin }: Phases,
  removed: ReadonlyMap<string, number>,
): Promise<readonly CopiedTableReport[]> {
  const advance = begin('copying')
  const reports: CopiedTableReport[] = []
  for (const pair of pairs) {
    const { name } = pair.from.table
    reports.push({ name, removed: removed.get(name) ?? 0, ...(await copyRows(pair, connection, target, advance)) })
  }
  return reports
}

async function emptyTables(target: CopyTarget): Promise<void> {
  for (const { name } of COPIED_TABLES.toReversed()) {
    const empty = sql`delete from ${sql.table(name)}`.compile(target.context.db)
    await target.write(async (connection) => {
      await connection.execute(empty)
    })
  }
}
