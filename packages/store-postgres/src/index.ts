export type { PostgresOptions } from './postgres-options.ts'
export { postgresStore } from './postgres-store.ts'
