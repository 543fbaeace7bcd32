// A process that works on a PostgreSQL store: node store-process.ts URL COMMAND …
import { runStoreProcess } from '@flagdeck/store-sql/testing'
import { postgresStore } from '../../src/index.ts'

const [url = '', ...command] = process.argv.slice(2)
await runStoreProcess(postgresStore(url), command)
