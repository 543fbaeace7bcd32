import Database from 'better-sqlite3'

/** The columns in which a copy of a flag differs; all others are equal to the original. */
interface Copies {
  /** The `from …` clause of the query that creates the copies; `flags` contains the originals. */
  readonly from: string
  readonly values: Readonly<Record<string, string>>
}

/** Gives every project of a SQLite file as many flags as the first one has, without requests. */
export function copyFlagsToAllProjects(path: string): void {
  copyFlags(path, {
    from: 'flags cross join projects as other where flags.project_id = 1 and other.id > 1',
    values: { project_id: 'other.id', project_version: 'other.version' },
  })
}

/**
 * Multiplies each flag of a SQLite file by `times`, without requests: `flag-0`, then `flag-0-1`, `flag-0-2` and so on.
 */
export function multiplyFlags(path: string, times: number): void {
  const keyed = (column: string) => `flags.${column} || '-' || copy.n`
  copyFlags(path, {
    from: `flags cross join (with recursive copies(n) as
      (select 1 union all select n + 1 from copies where n < ${times - 1}) select n from copies) as copy where true`,
    values: { key: keyed('key'), key_lower: keyed('key_lower'), search_text: keyed('search_text') },
  })
}

function copyFlags(path: string, { from, values }: Copies): void {
  const database = new Database(path)
  const columns = database.pragma('table_info(flags)') as readonly { readonly name: string }[]
  const names = columns.map(({ name }) => name).filter((name) => name !== 'id')
  const selected = names.map((name) => values[name] ?? `flags.${name}`)
  database.exec(`insert into flags (${names.join(', ')}) select ${selected.join(', ')} from ${from}; analyze`)
  database.close()
}
