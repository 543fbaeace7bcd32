import { type RawBuilder, sql } from 'kysely'

/**
 * Returns SQL for the total number of bytes stored in these columns; empty columns have none. Both databases know the
 * length of a long text without reading it.
 */
export function bytesIn(...columns: readonly string[]): RawBuilder<number> {
  const lengths = columns.map((column) => sql<number>`coalesce(octet_length(${sql.ref(column)}), 0)`)
  return sql<number>`(${sql.join(lengths, sql` + `)})`
}
