import type Database from 'better-sqlite3'

/** Longer texts are lists with very many values, which are prepared each time. */
const MAX_CACHED_SQL_LENGTH = 16_384

/** The prepared statements of one connection by their text. When full, the least recently used one is evicted. */
export class StatementCache {
  readonly #database: Database.Database
  readonly #capacity: number
  // Bound: OUT-8 statements
  readonly #statements = new Map<string, Database.Statement<unknown[]>>()

  constructor(database: Database.Database, capacity: number) {
    this.#database = database
    this.#capacity = capacity
  }

  get size(): number {
    return this.#statements.size
  }

  prepare(sql: string): Database.Statement<unknown[]> {
    const known = this.#statements.get(sql)
    // A map iterates in the order of insertion, so inserting a statement again makes it the newest.
    if (known) this.#statements.delete(sql)
    const statement = known ?? this.#database.prepare<unknown[]>(sql)
    if (sql.length > MAX_CACHED_SQL_LENGTH) return statement
    this.#statements.set(sql, statement)
    if (this.#statements.size > this.#capacity) this.#forgetOldest()
    return statement
  }

  #forgetOldest(): void {
    for (const sql of this.#statements.keys()) {
      this.#statements.delete(sql)
      return
    }
  }
}
