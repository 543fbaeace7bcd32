import type { CallInput, endpoints } from '@flagdeck/http'

export type FlagBody = CallInput<typeof endpoints.createFlag>['body']
type CohortBody = CallInput<typeof endpoints.createCohort>['body']

/** Identifies all example data that can be tagged. */
export const TAG = 'example'
export const DASHBOARD = 'Shop at a glance'
export const GROUP_TYPE = 'company'
export const LIST = 'Example: beta testers'

const PLANS = ['free', 'pro', 'team'] as const
const COUNTRIES = ['CH', 'DE', 'AT', 'FR'] as const
const NAMES = ['ana', 'ben', 'cleo', 'dora', 'emil', 'fay', 'gus', 'hana', 'ivo', 'jun', 'kim', 'leo'] as const

export const PEOPLE = NAMES.map((name, index) => ({
  id: `example-${name}`,
  properties: {
    email: `${name}@${index % 3 === 0 ? 'acme' : 'example'}.com`,
    plan: PLANS[index % PLANS.length] ?? 'free',
    country: COUNTRIES[index % COUNTRIES.length] ?? 'CH',
    orders: index * 3,
  },
}))

export const COMPANIES = [
  { key: 'example-acme', properties: { name: 'Acme', size: 120 } },
  { key: 'example-globex', properties: { name: 'Globex', size: 14 } },
]

/** Members of the list {@link LIST}. */
export const TESTERS = PEOPLE.slice(0, 4).map(({ id }) => id)

export const COHORTS: readonly CohortBody[] = [
  {
    name: 'Example: paying customers',
    description: 'Users on a paid plan.',
    filters: {
      properties: {
        type: 'OR',
        values: [{ type: 'AND', values: [{ type: 'person', key: 'plan', operator: 'exact', value: ['pro', 'team'] }] }],
      },
    },
  },
  { name: LIST, description: 'Users who asked for early access.', is_static: true },
]

/** Ids that the flags reference. */
export interface Known {
  /** Ids of cohorts by name. */
  readonly cohorts: Readonly<Record<string, number>>
  readonly groupType: number
  /** The id of the flag that another depends on. */
  readonly checkout: number
}

const ALL = { rollout_percentage: 100 }
const halves = (...keys: readonly string[]) => ({
  variants: keys.map((key) => ({ key, rollout_percentage: 100 / keys.length })),
})

/** The flag that another flag depends on. */
export const CHECKOUT: FlagBody = {
  key: 'example-new-checkout',
  name: 'One-page checkout, compared with the current one.',
  tags: [TAG, 'checkout'],
  filters: {
    groups: [ALL],
    multivariate: halves('control', 'one-page'),
    payloads: { 'one-page': '{"steps":1}', control: '{"steps":3}' },
  },
}

/** Returns one flag of each other kind. */
export function flagsFor({ cohorts, groupType, checkout }: Known): readonly FlagBody[] {
  const paying = {
    key: 'id',
    type: 'cohort' as const,
    operator: 'in' as const,
    value: cohorts[COHORTS[0]?.name ?? ''] ?? 0,
  }
  const tester = { ...paying, value: cohorts[LIST] ?? 0 }
  return [
    {
      key: 'example-free-shipping',
      name: 'Free shipping for 25% of users.',
      tags: [TAG, 'pricing'],
      filters: { groups: [{ rollout_percentage: 25 }] },
    },
    {
      key: 'example-dark-mode',
      name: 'Dark mode. On for everyone: ready to be removed from the code.',
      tags: [TAG],
      filters: { groups: [ALL] },
    },
    {
      key: 'example-pricing-page',
      name: 'Pricing page with four variants, for paying customers.',
      tags: [TAG, 'pricing'],
      filters: {
        groups: [{ properties: [paying], ...ALL }],
        multivariate: halves('plain', 'table', 'slider', 'calls'),
      },
    },
    {
      key: 'example-beta-search',
      name: 'Semantic search, for beta testers.',
      tags: [TAG, 'search'],
      filters: { groups: [{ properties: [tester], ...ALL }, { rollout_percentage: 5 }] },
    },
    {
      key: 'example-company-reports',
      name: 'Company reports, for half of all companies.',
      tags: [TAG],
      filters: { groups: [{ rollout_percentage: 50 }], aggregation_group_type_index: groupType },
    },
    {
      key: 'example-banner',
      name: 'Banner text, as remote configuration.',
      tags: [TAG],
      is_remote_configuration: true,
      filters: { groups: [ALL], payloads: { true: '{"text":"Free returns until Sunday","colour":"green"}' } },
    },
    {
      key: 'example-express-payment',
      name: 'One-tap payment, where the new checkout is on.',
      tags: [TAG, 'checkout'],
      active: false,
      filters: {
        groups: [
          {
            properties: [{ key: String(checkout), type: 'flag', operator: 'flag_evaluates_to', value: 'one-page' }],
            ...ALL,
          },
        ],
      },
    },
  ]
}

/** The keys of all example flags. */
export const KEYS: readonly string[] = [CHECKOUT, ...flagsFor({ cohorts: {}, groupType: 0, checkout: 0 })].map(
  ({ key }) => key,
)
