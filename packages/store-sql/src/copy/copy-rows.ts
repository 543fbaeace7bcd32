import type { SqlConnection, SqlQuery } from '../sql-driver.ts'
import type { Advance } from './copy-progress.ts'
import type { CopyTarget } from './copy-target.ts'
import { type KeyedRow, keyText, readKeys, readRows, rowPages, type TableSide } from './table-pages.ts'
import type { RowKey } from './table-queries.ts'
import { type TableSum, TableSummer } from './table-sum.ts'

/** One table in both databases. */
export interface TablePair {
  readonly from: TableSide
  readonly to: TableSide
}

/** The changes of a copy to a table of the target. */
export interface TableChanges {
  readonly inserted: number
  readonly updated: number
}

/**
 * Inserts and updates rows of the target until it has every row of the source. Each page has a separate transaction.
 */
export async function copyRows(
  { from, to }: TablePair,
  source: SqlConnection,
  target: CopyTarget,
  advance: Advance,
): Promise<TableSum & TableChanges> {
  const summer = new TableSummer()
  const isEmpty = target.isNew || (await isEmptyTable(to, target))
  const changes = { inserted: 0, updated: 0 }
  for await (const page of rowPages(from, source)) {
    const { inserted, updated } = isEmpty ? await insertPage(to, target, page) : await mergePage(to, target, page)
    changes.inserted += inserted
    changes.updated += updated
    summer.add(page)
    await advance(from.table.name, page.length)
  }
  return { ...summer.sum(), ...changes }
}

async function isEmptyTable({ queries }: TableSide, target: CopyTarget): Promise<boolean> {
  const { rows } = await target.read((connection) => connection.execute(queries.keyPage(undefined, 1)))
  return rows.length === 0
}

async function insertPage(
  { queries }: TableSide,
  target: CopyTarget,
  page: readonly KeyedRow[],
): Promise<TableChanges> {
  await target.write((connection) => runAll(connection, queries.insert(page.map(({ row }) => row))))
  return { inserted: page.length, updated: 0 }
}

async function mergePage(to: TableSide, target: CopyTarget, page: readonly KeyedRow[]): Promise<TableChanges> {
  const { queries } = to
  const there = await target.read((connection) => readRows(to, connection, queries.rowsOf(page.map(({ key }) => key))))
  const lines = new Map(there.map(({ key, line }) => [keyText(key), line]))
  const missing = page.filter(({ key }) => !lines.has(keyText(key)))
  const stale = page.filter(({ key, line }) => (lines.get(keyText(key)) ?? line) !== line)
  if (missing.length + stale.length > 0) {
    await target.write((connection) =>
      runAll(connection, [
        ...stale.map(({ row, key }) => queries.update(row, key)),
        ...(missing.length === 0 ? [] : queries.insert(missing.map(({ row }) => row))),
      ]),
    )
  }
  return { inserted: missing.length, updated: stale.length }
}

/** Removes rows from the target that are not, or no longer, in the source. Returns their number. */
export async function removeExtraRows(
  { from, to }: TablePair,
  source: SqlConnection,
  target: CopyTarget,
  advance: Advance,
): Promise<number> {
  let removed = 0
  for await (const keys of keyPages(to, target)) {
    const kept = new Set((await readKeys(from, source, from.queries.keysAmong(keys))).map(keyText))
    const extra = keys.filter((key) => !kept.has(keyText(key)))
    if (extra.length > 0) await target.write((connection) => runAll(connection, [to.queries.delete(extra)]))
    removed += extra.length
    await advance(from.table.name, keys.length)
  }
  return removed
}

const KEYS_AT_ONCE = 1000

async function* keyPages(side: TableSide, target: CopyTarget): AsyncGenerator<readonly RowKey[]> {
  let after: RowKey | undefined
  do {
    const page = side.queries.keyPage(after, KEYS_AT_ONCE)
    const keys = await target.read((connection) => readKeys(side, connection, page))
    if (keys.length > 0) yield keys
    after = keys.length < KEYS_AT_ONCE ? undefined : keys.at(-1)
  } while (after !== undefined)
}

/** Returns the sum of a table as it is stored. */
export async function sumRows(side: TableSide, connection: SqlConnection, advance: Advance): Promise<TableSum> {
  const summer = new TableSummer()
  for await (const page of rowPages(side, connection)) {
    summer.add(page)
    await advance(side.table.name, page.length)
  }
  return summer.sum()
}

async function runAll(connection: SqlConnection, queries: readonly SqlQuery[]): Promise<void> {
  for (const query of queries) await connection.execute(query)
}
