export { type BackupOptions, type BackupProgress, type BackupReport, backupDatabase } from './backup-database.ts'
export { sqliteDriver } from './sqlite-driver.ts'
export type { SqliteOptions, Synchronous } from './sqlite-options.ts'
export { sqliteStore } from './sqlite-store.ts'
