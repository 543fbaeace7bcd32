import { DummyDriver, Kysely } from 'kysely'
import type { Schema } from './schema.ts'
import type { SqlDialect } from './sql-dialect.ts'

/** What tables build their statements with. */
export interface SqlContext {
  /** Builds and compiles queries. It has no connection: those run in an `SqlSession`. */
  readonly db: Kysely<Schema>
  readonly dialect: SqlDialect
}

export function sqlContext(dialect: SqlDialect): SqlContext {
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: dialect.createAdapter,
      createQueryCompiler: dialect.createQueryCompiler,
      createDriver: () => new DummyDriver(),
      createIntrospector: () => {
        throw new Error('This Kysely only compiles queries.')
      },
    },
  })
  return { db, dialect }
}
