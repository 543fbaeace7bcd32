import type { FlagBody } from './flag-service.ts'

const VARIANTS = [
  { key: 'red', rollout_percentage: 34 },
  { key: 'green', rollout_percentage: 33 },
  { key: 'blue', rollout_percentage: 33 },
]

const PRO = { key: 'plan', type: 'person', operator: 'exact', value: ['pro'] }

/** One flag of each kind that a page evaluates: half of all users, three variants with payloads, and a property. */
export const SAMPLE_FLAGS: readonly FlagBody[] = [
  { key: 'half', filters: { groups: [{ rollout_percentage: 50 }] } },
  {
    key: 'banner',
    filters: {
      groups: [{ rollout_percentage: 80 }],
      multivariate: { variants: VARIANTS },
      payloads: { red: '{"text":"Sale","weeks":[1,2]}', green: '"plain text"', blue: '7' },
    },
  },
  {
    key: 'pro-only',
    filters: { groups: [{ properties: [PRO], rollout_percentage: 100 }], payloads: { true: 'true' } },
  },
]

/** Users. Every second one is on the paid plan. */
export const USERS = Array.from({ length: 50 }, (_, index) => ({
  distinctId: `user-${index}`,
  plan: index % 2 === 0 ? 'pro' : 'free',
}))
