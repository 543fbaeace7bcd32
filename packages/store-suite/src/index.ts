export { describeStore } from './describe-store.ts'
export { dumpOf, type FullTenant, seedFullTenant } from './rules/full-tenant.ts'
export type { DescribeStoreOptions, StoreUnderTest } from './store-under-test.ts'
