// A process that works on a SQLite store: node store-process.ts PATH COMMAND …
import { runStoreProcess } from '@flagdeck/store-sql/testing'
import { sqliteStore } from '../../src/index.ts'

const [path = '', ...command] = process.argv.slice(2)
await runStoreProcess(sqliteStore(path), command)
