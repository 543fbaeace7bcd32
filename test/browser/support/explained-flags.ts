import type { JsonObject, JsonValue } from '@flagdeck/core'
import fc from 'fast-check'

const filter = (key: string, operator: string, value: JsonValue) => ({ key, type: 'person', operator, value })

const THREE = {
  variants: [
    { key: 'red', rollout_percentage: 30 },
    { key: 'green', rollout_percentage: 30 },
    { key: 'blue', rollout_percentage: 40 },
  ],
}

/** Returns a flag for each kind of evaluation, by its key. */
export function explainedFlags(cohort: number): Readonly<Record<string, JsonObject>> {
  return {
    half: { groups: [{ rollout_percentage: 50 }] },
    everybody: { groups: [{}] },
    nobody: { groups: [{ rollout_percentage: 0 }] },
    'of-a-plan': { groups: [{ properties: [filter('plan', 'exact', ['pro', 'team'])], rollout_percentage: 80 }] },
    'by-pattern': { groups: [{ properties: [filter('email', 'regex', '@acme\\.com$')] }] },
    'by-number': { groups: [{ properties: [filter('orders', 'gt', '4')] }, { rollout_percentage: 10 }] },
    'not-known': { groups: [{ properties: [filter('country', 'is_not_set', 'is_not_set')] }] },
    'in-a-cohort': { groups: [{ properties: [{ key: 'id', type: 'cohort', operator: 'in', value: cohort }] }] },
    colours: {
      groups: [{ properties: [filter('plan', 'exact', 'pro')], variant: 'blue' }, { rollout_percentage: 70 }],
      multivariate: THREE,
    },
  }
}

/** Returns the filters of a flag that depends on `half`, which has this id. */
export function dependentFlag(half: number): JsonObject {
  const dependency = { key: String(half), type: 'flag', operator: 'flag_evaluates_to', value: true }
  return { groups: [{ properties: [dependency, filter('email', 'icontains', 'a')] }] }
}

/** Properties of users. Some are missing. */
export const explainedPeople = fc.record(
  {
    plan: fc.constantFrom('free', 'pro', 'team'),
    email: fc.constantFrom('ana@acme.com', 'ben@example.com', 'cleo@acme.com.example'),
    orders: fc.nat({ max: 9 }),
    country: fc.constantFrom('CH', 'DE'),
  },
  { requiredKeys: [] },
)
