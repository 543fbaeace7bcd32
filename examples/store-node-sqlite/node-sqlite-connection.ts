import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type SqlConnection, type SqlQuery, type SqlResult, sqliteDialect } from '@flagdeck/store-sql'
import { storeErrorFrom } from './node-sqlite-errors.ts'

/** How long SQLite itself may wait for a lock, and with it the whole process. Waiting longer is done asynchronously. */
const BUSY_TIMEOUT_MS = 10
/** Lists with ever new conditions make ever new texts. */
const MOST_STATEMENTS = 200

/** One connection. Whoever uses it has to have it alone. */
export class NodeSqliteConnection implements SqlConnection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(path: string, pragmas: readonly string[]) {
    try {
      this.#database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
      for (const pragma of pragmas) this.#database.exec(`pragma ${pragma}`)
    } catch (error) {
      throw storeErrorFrom(error)
    }
  }

  async execute({ sql, parameters }: SqlQuery): Promise<SqlResult> {
    // This dialect leaves nothing but what SQLite has a type for.
    const values = parameters.map(sqliteDialect.toParameter) as SQLInputValue[]
    try {
      const statement = this.#prepare(sql)
      if (statement.columns().length > 0) return { rows: statement.all(...values), changes: 0 }
      return { rows: [], changes: Number(statement.run(...values).changes) }
    } catch (error) {
      throw storeErrorFrom(error)
    }
  }

  /** Runs `work` between `begin` and a commit, or a rollback when it rejects. */
  async transaction<T>(begin: string, work: (connection: SqlConnection) => Promise<T>): Promise<T> {
    await this.execute({ sql: begin, parameters: [] })
    try {
      const result = await work(this)
      await this.execute({ sql: 'commit', parameters: [] })
      return result
    } catch (error) {
      // Some failures, such as a full disk, have rolled back already.
      if (this.#database.isTransaction) this.#database.exec('rollback')
      throw error
    }
  }

  close(): void {
    this.#database.close()
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql)
    if (this.#statements.size === MOST_STATEMENTS) this.#statements.clear()
    this.#statements.set(sql, statement)
    return statement
  }
}
