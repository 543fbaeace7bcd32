import { upgradeRules } from '@flagdeck/store-sql/testing'
import { describe } from 'vitest'
import { sqliteDriver } from '../src/sqlite-driver.ts'
import { temporaryFile } from './support/temporary-file.ts'

describe('a SQLite file of the first release', () => {
  upgradeRules({
    newPlace: temporaryFile,
    driverAt: (path) => sqliteDriver(path, {}),
    program: new URL('./support/store-process.ts', import.meta.url),
    schemaQuery: 'select type, name, tbl_name, sql from sqlite_schema order by type, name',
  })
})
