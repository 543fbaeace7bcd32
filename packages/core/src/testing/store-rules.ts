import { flagListRules } from './store/flag-list-rules.ts'
import { flagOrderRules } from './store/flag-order-rules.ts'
import { isolationRules } from './store/isolation-rules.ts'
import { listRules } from './store/list-rules.ts'
import type { StoreRuleGroup } from './store/store-rule.ts'
import { transactionRules } from './store/transaction-rules.ts'
import { uniqueRules } from './store/unique-rules.ts'

/** Every rule that makes a store a correct one, in the order of `docs/behaviour/storage.md`. */
export const STORE_RULES: readonly StoreRuleGroup[] = [
  transactionRules,
  isolationRules,
  uniqueRules,
  listRules,
  flagListRules,
  flagOrderRules,
]
