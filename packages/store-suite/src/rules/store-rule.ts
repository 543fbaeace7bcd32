import type { Store } from '@flagdeck/core'

/** A database that is created for one rule, may be changed in any way, and is removed afterwards. */
export interface StoreTrial {
  /** Migrated and otherwise empty. */
  readonly store: Store
  /** Closes the store and opens the same database again. Skips the rule if the store is not persistent. */
  reopen(): Promise<Store>
  /** Opens another store on the same database, like another process. Skips the rule if the store cannot be shared. */
  openSecond(): Promise<Store>
  /**
   * Opens a store on a database without a schema, and further stores on the same one. Skips the rule if the store has
   * no schema.
   */
  openEmpty(): Promise<{ readonly store: Store; openSecond(): Promise<Store> }>
}

/** A requirement for every store. Its id and text are listed in `docs/behaviour/storage.md`. */
export interface StoreRule {
  readonly id: `STORE-${number}`
  readonly text: string
  /** Throws if the store breaks the rule. */
  readonly check: (trial: StoreTrial) => Promise<void>
}

export interface StoreRuleGroup {
  readonly title: string
  /** The subject of the rules, and what applies to all of them. */
  readonly about?: string
  readonly rules: readonly StoreRule[]
}

export function storeRule(id: StoreRule['id'], text: string, check: StoreRule['check']): StoreRule {
  return { id, text, check }
}
