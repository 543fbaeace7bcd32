export { createTestDatabase, type TestDatabase } from './create-test-database.ts'
export { describeOnPostgres } from './describe-on-postgres.ts'
export type { PostgresServer } from './global-setup.ts'
export { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts'
