import type { JsonObject } from '@flagdeck/core'

const WORDS = [
  'checkout',
  'search',
  'pricing',
  'banner',
  'invoice',
  'onboarding',
  'export',
  'billing',
  'profile',
  'navigation',
  'cart',
  'login',
  'reports',
  'beta',
]
const KINDS = ['v2', 'redesign', 'rollout', 'experiment', 'kill-switch', 'api']
const DESCRIPTIONS = [
  'New layout of the home page',
  'Zahlungsart Lastschrift',
  'Kill switch of the old index',
  'صفحة جديدة',
  '',
]
const COUNTRIES = ['DE', 'AT', 'CH', 'FR', 'EG', 'JP', 'US', 'GB', 'ES', 'IT', 'NL', 'BE']
const TAG_SUBJECTS = [
  'checkout',
  '搜索',
  'Zahlungsabwicklung',
  'الدفع',
  '🚀launch',
  'a-tag-name-that-is-longer-than-it-has-to-be',
]
const VARIANT_KEYS = ['control', 'variante-blau-mit-einem-langen-namen', ...'cdefghijk', 'l-treatment']

const everyone = (rollout: number): JsonObject => ({ properties: [], rollout_percentage: rollout })

/** Returns a set with three filters, one of which has twelve values. */
const conditionSet = (n: number): JsonObject => ({
  properties: [
    { key: 'email', type: 'person', operator: 'icontains', value: `@company-${n}.example` },
    { key: 'country', type: 'person', operator: 'exact', value: COUNTRIES },
    { key: 'app_version', type: 'person', operator: 'semver_gte', value: '4.2.0' },
  ],
  rollout_percentage: (n * 7) % 101,
  description: n % 3 === 0 ? `Kundengruppe ${n}, schrittweise Einführung im Norden` : '',
})

const contains = (key: string, value: string): JsonObject => ({ key, type: 'person', operator: 'icontains', value })

/** Returns one flag for each property that can be excessive, in the order of their ids. */
export function specialFlags(deepestCohort: number): readonly JsonObject[] {
  const variants = VARIANT_KEYS.map((key, n) => ({ key, name: '', rollout_percentage: n < 4 ? 9 : 8 }))
  const rows = Array.from({ length: 2000 }, (_, id) => ({ id, name: `Zeile ${id}`, text: 'x'.repeat(60) }))
  const tags = Array.from({ length: 40 }, (_, n) => `${['team', 'area', 'owner'][n % 3]}-${TAG_SUBJECTS[n % 6]}-${n}`)
  const payloads = Object.fromEntries(VARIANT_KEYS.map((key, n) => [key, JSON.stringify({ title: `Titel ${n}` })]))
  const flag = (key: string, name: string, filters: JsonObject, others: JsonObject = {}): JsonObject => ({
    key,
    name,
    active: true,
    filters,
    ...others,
  })
  const matching = (filter: JsonObject, rollout: number): JsonObject => ({
    groups: [{ properties: [filter], rollout_percentage: rollout }],
  })
  return [
    flag(
      `${'k'.repeat(40)}-${'this-key-has-four-hundred-characters-'.repeat(10)}`.slice(0, 399).concat('x'),
      'Long key',
      {
        groups: [everyone(33)],
      },
    ),
    flag(
      'forty-tags',
      `Forty tags, and a description of several lines. ${'It goes on for a while. '.repeat(12)}`,
      { groups: [everyone(100)] },
      { tags },
    ),
    flag(
      'german-words',
      'Rechtsschutzversicherungsgesellschaften dürfen die neue Zahlungsabwicklungsoberfläche für Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaften benutzen',
      matching(contains('name', 'Jürgen'), 50),
      { tags: ['größe', 'straße'] },
    ),
    flag(
      'arabic-text',
      'هذا العلم يتحكم في صفحة الدفع الجديدة للمستخدمين في مصر والمملكة العربية السعودية',
      matching({ key: 'الاسم', type: 'person', operator: 'exact', value: ['فاطمة الزهراء', 'محمد'] }, 50),
      { tags: ['الدفع', 'عربي'] },
    ),
    flag(
      'emoji-family',
      '👨‍👩‍👧‍👦🚀 Family plan launch 🎉🎉🎉 <script>alert(1)</script>',
      matching(contains('name', '🌸'), 12.5),
      {
        tags: ['🚀', '👨‍👩‍👧‍👦', '<b>bold</b>'],
      },
    ),
    flag('thirty-sets', 'Thirty condition sets', { groups: Array.from({ length: 30 }, (_, n) => conditionSet(n)) }),
    flag('twelve-variants', 'Twelve variants', { groups: [everyone(80)], multivariate: { variants }, payloads }),
    flag('payload-200k', 'A payload of 200 KB', {
      groups: [everyone(100)],
      payloads: { true: JSON.stringify({ rows }) },
    }),
    flag(
      'nested-cohort',
      'Depends on the deepest cohort',
      matching({ key: 'id', type: 'cohort', value: deepestCohort, operator: 'in' }, 100),
    ),
    flag('company-flag', 'By company', {
      aggregation_group_type_index: 0,
      groups: [
        {
          properties: [{ key: 'seats', type: 'group', group_type_index: 0, operator: 'gt', value: '30' }],
          rollout_percentage: 50,
        },
      ],
    }),
  ]
}

/** Returns ordinary flags. The last one depends on the flag with variants. */
export function harshFlags(count: number, variantsFlagId: number): readonly JsonObject[] {
  const usual = Array.from({ length: count - 1 }, (_, n) => {
    const word = WORDS[n % WORDS.length] ?? ''
    const description = DESCRIPTIONS[n % DESCRIPTIONS.length]
    return {
      key: `${word}-${KINDS[n % KINDS.length]}-${n}`,
      name: description ? `${description} ${n}` : '',
      active: n % 4 !== 0,
      tags: [['team-a', 'team-b', 'team-c', 'platform'][n % 4] ?? '', word],
      filters: usualFilters(n),
    }
  })
  const depends = { key: String(variantsFlagId), type: 'flag', operator: 'flag_evaluates_to', value: 'control' }
  const last = { key: 'depends-on-variants', name: 'Depends on another flag', active: true }
  return [...usual, { ...last, filters: { groups: [{ properties: [depends], rollout_percentage: 100 }] } }]
}

function usualFilters(n: number): JsonObject {
  switch (n % 7) {
    case 0:
      return { groups: [everyone(100)] }
    case 1: {
      const variants = ['control', 'test'].map((key) => ({ key, rollout_percentage: 50 }))
      return { groups: [everyone(n % 100)], multivariate: { variants } }
    }
    case 2:
      return { groups: [conditionSet(n % 40), conditionSet((n + 1) % 40)] }
    default:
      return { groups: [everyone(n % 101)] }
  }
}

export const flagKeys = (flags: readonly JsonObject[]): readonly string[] => flags.map(({ key }) => String(key))
