import type { SqlDriver } from '../sql-driver.ts'
import { CopyProblem } from './copy-problem.ts'
import { type CopyOptions, phasesOf } from './copy-progress.ts'
import { openSource, refuseOldSource } from './copy-source.ts'
import { type CopiedTableReport, copyTables } from './copy-tables.ts'
import { claimTarget } from './copy-target.ts'
import { writeCounters } from './counters.ts'
import { databaseSums, differences } from './database-sums.ts'

export interface CopyReport {
  /** Whether the target contained an earlier copy, finished or not. */
  readonly continued: boolean
  readonly tables: readonly CopiedTableReport[]
}

/**
 * Copies everything from one database into another one of any type: every row with its id, and the next number of each
 * table. The source may be in use; the copy has its state at the start. The target must be empty, or contain an earlier
 * copy of the same source that was not changed since. In that case, only differences are written. No store opens the
 * target until the copy is finished and verified.
 * @throws CopyProblem with the fix, if the copy is refused
 */
export async function copyDatabase(from: SqlDriver, to: SqlDriver, options: CopyOptions = {}): Promise<CopyReport> {
  await refuseOldSource(from)
  const { target, tables, counters, phases } = await from.read(async (connection) => {
    const source = await openSource(from, connection)
    const phases = phasesOf(source.total, options)
    const readSums = async () => JSON.stringify(await databaseSums(to, phases.begin('comparing')))
    const target = await claimTarget(to, source.identity, readSums)
    const tables = await copyTables(source, target, phases)
    await target.write((connection) => writeCounters(connection, target.context, source.counters))
    return { target, tables, counters: source.counters, phases }
  })
  const copied = await databaseSums(to, phases.begin('verifying'))
  const wrong = differences(
    { tables: Object.fromEntries(tables.map((table) => [table.name, table])), counters },
    copied,
  )
  if (wrong.length > 0) throw new CopyProblem(`The copy differs from its source in ${wrong.join(', ')}: run it again.`)
  await target.release(JSON.stringify(copied))
  return { continued: !target.isNew, tables }
}
