import { type SqlConnection, type SqlQuery, type SqlResult, sqliteDialect } from '@flagdeck/store-sql'
import type Database from 'better-sqlite3'
import { storeErrorFrom } from './sqlite-errors.ts'
import { StatementCache } from './statement-cache.ts'

/** More texts than the store uses at the same time. Only lists with many different conditions could exceed it. */
const STATEMENT_CAPACITY = 200

/** One connection to a database file, with its prepared statements. Only one caller may use it at a time. */
export class SqliteConnection implements SqlConnection {
  readonly #database: Database.Database
  readonly #statements: StatementCache

  constructor(database: Database.Database) {
    this.#database = database
    this.#statements = new StatementCache(database, STATEMENT_CAPACITY)
  }

  async execute({ sql, parameters }: SqlQuery): Promise<SqlResult> {
    try {
      const statement = this.#statements.prepare(sql)
      const values = parameters.map(sqliteDialect.toParameter)
      if (statement.reader) return { rows: statement.all(values), changes: 0 }
      return { rows: [], changes: statement.run(values).changes }
    } catch (error) {
      throw storeErrorFrom(error, this.#database.name)
    }
  }

  /** Whether a transaction is open. SQLite ends a transaction automatically if it cannot read or write the file. */
  get isInTransaction(): boolean {
    return this.#database.inTransaction
  }

  close(): void {
    this.#database.close()
  }
}
