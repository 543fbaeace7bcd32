export type { Synchronous } from './open-database.ts'
export type { SqliteOptions } from './sqlite-driver.ts'
export { sqliteStore } from './sqlite-store.ts'
