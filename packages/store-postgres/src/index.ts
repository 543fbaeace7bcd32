export { postgresDriver } from './postgres-driver.ts'
export type { PostgresOptions } from './postgres-options.ts'
export { postgresStore } from './postgres-store.ts'
