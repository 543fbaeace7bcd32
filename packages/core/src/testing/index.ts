export { countingIds } from './counting-ids.ts'
export { describeStore } from './describe-store.ts'
export { type FixedClock, fixedClock } from './fixed-clock.ts'
export {
  BUILT_AT,
  newActivityRow,
  newFlagIndex,
  newFlagRoleAccessRow,
  newFlagRow,
  newMembershipRow,
  newOrganizationRow,
  newPersonalApiKeyRow,
  newProjectRow,
  newRoleMembershipRow,
  newRoleRow,
  newUserRow,
} from './row-builders.ts'
export { insertFlag, type SeededTenant, seedFlag, seedRole, seedTenant, seedUser } from './seed-tenant.ts'
export type { StoreRule, StoreRuleGroup, StoreTrial } from './store/store-rule.ts'
export { STORE_RULES } from './store-rules.ts'
export type { DescribeStoreOptions, StoreUnderTest } from './store-under-test.ts'
