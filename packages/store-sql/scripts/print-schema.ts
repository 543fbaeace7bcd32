// Prints the commented schema for one database: node packages/store-sql/scripts/print-schema.ts sqlite
import { postgresDialect } from '../src/dialects/postgres-dialect.ts'
import { sqliteDialect } from '../src/dialects/sqlite-dialect.ts'
import { schemaText } from '../src/migrations/schema-text.ts'

const wanted = process.argv[2]
const dialect = [sqliteDialect, postgresDialect].find(({ name }) => name === wanted)
if (!dialect) throw new Error('Say which: sqlite or postgres.')
process.stdout.write(schemaText(dialect))
