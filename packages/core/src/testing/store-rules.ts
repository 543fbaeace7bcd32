import { activityRules } from './store/activity-rules.ts'
import { groupRules, personRules } from './store/audience-rules.ts'
import { claimedEventRules } from './store/claimed-event-rules.ts'
import { cohortMemberRules } from './store/cohort-member-rules.ts'
import { cohortRules } from './store/cohort-rules.ts'
import { dashboardCollaboratorRules } from './store/dashboard-collaborator-rules.ts'
import { dashboardListRules } from './store/dashboard-list-rules.ts'
import { dashboardRules } from './store/dashboard-rules.ts'
import { dashboardTemplateRules } from './store/dashboard-template-rules.ts'
import { documentRules } from './store/document-rules.ts'
import { flagListRules } from './store/flag-list-rules.ts'
import { flagOrderRules } from './store/flag-order-rules.ts'
import { flagRules } from './store/flag-rules.ts'
import { hashKeyOverrideRules } from './store/hash-key-override-rules.ts'
import { idempotencyKeyRules } from './store/idempotency-key-rules.ts'
import { insightRules } from './store/insight-rules.ts'
import { isolationRules } from './store/isolation-rules.ts'
import { largeWriteRules } from './store/large-write-rules.ts'
import { lifeCycleRules } from './store/life-cycle-rules.ts'
import { listRules } from './store/list-rules.ts'
import { roleRules } from './store/role-rules.ts'
import { seenFlagRules } from './store/seen-flag-rules.ts'
import type { StoreRuleGroup } from './store/store-rule.ts'
import { tenantRules } from './store/tenant-rules.ts'
import { tileRules } from './store/tile-rules.ts'
import { transactionRules } from './store/transaction-rules.ts'
import { uniqueRules } from './store/unique-rules.ts'
import { usageCountRules } from './store/usage-count-rules.ts'
import { userSetRules } from './store/user-set-rules.ts'
import { valueRules } from './store/value-rules.ts'
import { versionRules } from './store/version-rules.ts'

/** Every rule that makes a store a correct one, in the order of `docs/behaviour/storage.md`. */
export const STORE_RULES: readonly StoreRuleGroup[] = [
  transactionRules,
  isolationRules,
  largeWriteRules,
  uniqueRules,
  listRules,
  flagListRules,
  flagOrderRules,
  tenantRules,
  versionRules,
  valueRules,
  documentRules,
  roleRules,
  flagRules,
  cohortRules,
  cohortMemberRules,
  personRules,
  groupRules,
  hashKeyOverrideRules,
  dashboardRules,
  dashboardListRules,
  tileRules,
  insightRules,
  dashboardTemplateRules,
  dashboardCollaboratorRules,
  usageCountRules,
  userSetRules,
  seenFlagRules,
  claimedEventRules,
  idempotencyKeyRules,
  activityRules,
  lifeCycleRules,
]
