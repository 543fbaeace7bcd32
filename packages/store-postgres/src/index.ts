export { inspectPostgres, type PostgresInspection } from './inspect-postgres.ts'
export { postgresDriver } from './postgres-driver.ts'
export type { PoolMode, PostgresOptions } from './postgres-options.ts'
export { postgresStore } from './postgres-store.ts'
