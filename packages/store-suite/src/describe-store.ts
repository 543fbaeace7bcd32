import { describe, expect, it, type TestContext } from 'vitest'
import type { StoreRule } from './rules/store-rule.ts'
import { storeTrial } from './rules/store-trial.ts'
import { STORE_RULES } from './store-rules.ts'
import type { DescribeStoreOptions } from './store-under-test.ts'

const RULE_TIMEOUT_MS = 60_000

/**
 * Declares a vitest suite that verifies a store. Flagdeck may use a store that passes the whole suite. The rules are
 * listed in `docs/behaviour/storage.md`.
 *
 * @example
 * describeStore('memory', {
 *   create: async () => {
 *     const store = memoryStore()
 *     return { store, dispose: () => store.close() }
 *   },
 * })
 */
export function describeStore(name: string, options: DescribeStoreOptions): void {
  const { skip = {} } = options
  describe(name, () => {
    for (const { title, rules } of STORE_RULES) {
      describe(title, () => {
        for (const rule of rules) declareRule(rule, options, skip[rule.id])
      })
    }
    it('skips only rules that there are', () => {
      const known = STORE_RULES.flatMap(({ rules }) => rules.map((rule): string => rule.id))
      expect(Object.keys(skip).filter((id) => !known.includes(id))).toEqual([])
    })
  })
}

function declareRule(rule: StoreRule, options: DescribeStoreOptions, skipReason: string | undefined): void {
  const title = `${rule.id}: ${rule.text}`
  if (skipReason !== undefined) {
    it.skip(`${title} (skipped: ${skipReason})`)
    return
  }
  it(title, { timeout: RULE_TIMEOUT_MS }, (test) => checkRule(rule, options, test))
}

async function checkRule(rule: StoreRule, options: DescribeStoreOptions, test: TestContext): Promise<void> {
  const trial = await storeTrial(options, (reason) => test.skip(reason))
  try {
    await rule.check(trial)
  } finally {
    await trial.end()
  }
}
