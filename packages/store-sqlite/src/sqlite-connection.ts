import { type SqlConnection, type SqlQuery, type SqlResult, sqliteDialect } from '@flagdeck/store-sql'
import type Database from 'better-sqlite3'
import { storeErrorFrom } from './sqlite-errors.ts'
import { StatementCache } from './statement-cache.ts'

/** More texts than the store ever uses at once; lists with ever new conditions are what could go beyond. */
const STATEMENT_CAPACITY = 200

/** One connection to a database file, with its prepared statements. Whoever uses it has to have it alone. */
export class SqliteConnection implements SqlConnection {
  readonly #database: Database.Database
  readonly #statements: StatementCache

  constructor(database: Database.Database) {
    this.#database = database
    this.#statements = new StatementCache(database, STATEMENT_CAPACITY)
  }

  async execute(query: SqlQuery): Promise<SqlResult> {
    return this.#attempt(() => this.#run(query))
  }

  /** Runs `work` between `begin` and a commit, or a rollback when it rejects. */
  async transaction<T>(begin: 'begin' | 'begin immediate', work: (connection: this) => Promise<T>): Promise<T> {
    this.#command(begin)
    try {
      const result = await work(this)
      this.#command('commit')
      return result
    } catch (error) {
      // Some failures, such as a full disk, have rolled back already.
      if (this.#database.inTransaction) this.#command('rollback')
      throw error
    }
  }

  close(): void {
    this.#database.close()
  }

  #command(sql: string): void {
    this.#attempt(() => this.#statements.prepare(sql).run())
  }

  #run({ sql, parameters }: SqlQuery): SqlResult {
    const statement = this.#statements.prepare(sql)
    const values = parameters.map(sqliteDialect.toParameter)
    if (statement.reader) return { rows: statement.all(values), changes: 0 }
    return { rows: [], changes: statement.run(values).changes }
  }

  #attempt<T>(step: () => T): T {
    try {
      return step()
    } catch (error) {
      throw storeErrorFrom(error, this.#database.name)
    }
  }
}
