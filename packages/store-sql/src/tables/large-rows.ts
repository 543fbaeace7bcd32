import type { SqlDialect } from '../sql-dialect.ts'

/**
 * Reads all rows with these ids, by id. Each statement reads only as many as the database returns without blocking
 * other work.
 */
export async function readByIds<Item>(
  { largeRowsAtOnce = Number.POSITIVE_INFINITY }: Pick<SqlDialect, 'largeRowsAtOnce'>,
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  if (ids.length <= largeRowsAtOnce) return read(ids)
  const inOrder = [...new Set(ids)].sort((a, b) => a - b)
  const found: Item[] = []
  for (let from = 0; from < inOrder.length; from += largeRowsAtOnce) {
    found.push(...(await read(inOrder.slice(from, from + largeRowsAtOnce))))
  }
  return found
}
