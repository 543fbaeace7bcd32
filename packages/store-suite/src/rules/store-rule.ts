import type { Store } from '@flagdeck/core'

/** A database that a rule may do with as it likes: made for one rule, and thrown away after it. */
export interface StoreTrial {
  /** Migrated and otherwise empty. */
  readonly store: Store
  /** Closes the store and opens the same database again. A store that keeps nothing skips the rule. */
  reopen(): Promise<Store>
  /** Another store on the same database, as another process would have. A store that cannot share skips the rule. */
  openSecond(): Promise<Store>
  /** A store on a database without a schema, and others on the same one. A store without a schema skips the rule. */
  openEmpty(): Promise<{ readonly store: Store; openSecond(): Promise<Store> }>
}

/** Something that every store has to keep to. Its id and text are what `docs/behaviour/storage.md` lists. */
export interface StoreRule {
  readonly id: `STORE-${number}`
  readonly text: string
  /** Throws when the store breaks the rule. */
  readonly check: (trial: StoreTrial) => Promise<void>
}

export interface StoreRuleGroup {
  readonly title: string
  /** What the rules are for, and what holds for all of them. */
  readonly about?: string
  readonly rules: readonly StoreRule[]
}

export function storeRule(id: StoreRule['id'], text: string, check: StoreRule['check']): StoreRule {
  return { id, text, check }
}
