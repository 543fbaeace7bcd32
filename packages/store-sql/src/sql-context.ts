import { DummyDriver, Kysely } from 'kysely'
import type { Schema } from './schema.ts'
import type { SqlDialect } from './sql-dialect.ts'

/** The tools with which tables build their statements. */
export interface SqlContext {
  /** Builds and compiles queries. It has no connection: queries run in an `SqlSession`. */
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
