import { activityRules } from './rules/activity-rules.ts'
import { groupRules, personRules } from './rules/audience-rules.ts'
import { claimedEventRules } from './rules/claimed-event-rules.ts'
import { cohortMemberRules } from './rules/cohort-member-rules.ts'
import { cohortRules } from './rules/cohort-rules.ts'
import { dashboardCollaboratorRules } from './rules/dashboard-collaborator-rules.ts'
import { dashboardListRules } from './rules/dashboard-list-rules.ts'
import { dashboardRules } from './rules/dashboard-rules.ts'
import { dashboardTemplateRules } from './rules/dashboard-template-rules.ts'
import { documentRules } from './rules/document-rules.ts'
import { fewRoundTripsRules } from './rules/few-round-trips-rules.ts'
import { flagListRules } from './rules/flag-list-rules.ts'
import { flagOrderRules } from './rules/flag-order-rules.ts'
import { flagRules } from './rules/flag-rules.ts'
import { hashKeyOverrideRules } from './rules/hash-key-override-rules.ts'
import { idempotencyKeyRules } from './rules/idempotency-key-rules.ts'
import { insightRules } from './rules/insight-rules.ts'
import { isolationRules } from './rules/isolation-rules.ts'
import { largeWriteRules } from './rules/large-write-rules.ts'
import { lifeCycleRules } from './rules/life-cycle-rules.ts'
import { listRules } from './rules/list-rules.ts'
import { peopleRules } from './rules/people-rules.ts'
import { projectSizeRules } from './rules/project-size-rules.ts'
import { roleRules } from './rules/role-rules.ts'
import { seenFlagRules } from './rules/seen-flag-rules.ts'
import { sessionRules } from './rules/session-rules.ts'
import type { StoreRuleGroup } from './rules/store-rule.ts'
import { tenantRules } from './rules/tenant-rules.ts'
import { tileRules } from './rules/tile-rules.ts'
import { transactionRules } from './rules/transaction-rules.ts'
import { uniqueRules } from './rules/unique-rules.ts'
import { usageCountRules } from './rules/usage-count-rules.ts'
import { userSetRules } from './rules/user-set-rules.ts'
import { valueRules } from './rules/value-rules.ts'
import { versionRules } from './rules/version-rules.ts'

/** Every rule for a correct store, in the order of `docs/behaviour/storage.md`. */
export const STORE_RULES: readonly StoreRuleGroup[] = [
  transactionRules,
  isolationRules,
  largeWriteRules,
  fewRoundTripsRules,
  uniqueRules,
  listRules,
  flagListRules,
  flagOrderRules,
  tenantRules,
  versionRules,
  valueRules,
  documentRules,
  roleRules,
  peopleRules,
  sessionRules,
  flagRules,
  cohortRules,
  cohortMemberRules,
  personRules,
  groupRules,
  hashKeyOverrideRules,
  projectSizeRules,
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
