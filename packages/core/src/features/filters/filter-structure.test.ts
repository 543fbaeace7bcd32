import { describe, expect, it } from 'vitest'
import { OPERATORS } from '../../evaluation/definition/operator.ts'
import { checkFilterStructure } from './filter-structure.ts'

const inProperty = (property: unknown) => ({ groups: [{ properties: [property] }] })
const person = { key: 'plan', type: 'person', value: 'pro' }
const inVariant = (variant: unknown) => ({ groups: [], multivariate: { variants: [variant] } })
const INTEGER = 'A valid integer is required.'
const NUMBER = 'A valid number is required.'
const BOOLEAN = 'Must be a valid boolean.'
const THE_OPERATORS = `Choose one of: ${OPERATORS.join(', ')}.`
const TEXT = 'Not a valid string.'
const VARIANT_KEY = 'Only letters, numbers, hyphens (-), underscores (_), dots (.) & slashes (/) are allowed.'

const REFUSED: readonly (readonly [filters: unknown, code: string, detail: string])[] = [
  ['x', 'not_a_dict', 'Expected a dictionary of items but got type "str".'],
  [[], 'not_a_dict', 'Expected a dictionary of items but got type "list".'],
  [7, 'not_a_dict', 'Expected a dictionary of items but got type "int".'],
  [true, 'not_a_dict', 'Expected a dictionary of items but got type "bool".'],
  [null, 'null', 'This field may not be null.'],
  [{ version: 2 }, 'reserved_config_version', 'filters.version is reserved. Remove it from the request.'],
  [{ version: null }, 'reserved_config_version', 'filters.version is reserved. Remove it from the request.'],

  [{ groups: {} }, 'not_a_list', 'groups: Expected a list of items but got type "dict".'],
  [{ groups: null }, 'null', 'groups: This field may not be null.'],
  [{ groups: ['x'] }, 'not_a_dict', 'groups[0]: Expected a dictionary of items but got type "str".'],
  [
    { groups: [{ rollout_percentage: 101 }] },
    'max_value',
    'groups[0].rollout_percentage: Ensure this value is less than or equal to 100.',
  ],
  [
    { groups: [{}, { rollout_percentage: -0.1 }] },
    'min_value',
    'groups[1].rollout_percentage: Ensure this value is greater than or equal to 0.',
  ],
  [{ groups: [{ rollout_percentage: '50' }] }, 'invalid_input', `groups[0].rollout_percentage: ${NUMBER}`],
  [{ groups: [{ rollout_percentage: true }] }, 'invalid_input', `groups[0].rollout_percentage: ${NUMBER}`],
  [{ groups: [{ variant: true }] }, 'invalid_input', `groups[0].variant: ${TEXT}`],
  [{ groups: [{ description: 1 }] }, 'invalid_input', `groups[0].description: ${TEXT}`],
  [
    { groups: [{ aggregation_group_type_index: '0' }] },
    'invalid_input',
    `groups[0].aggregation_group_type_index: ${INTEGER}`,
  ],
  [
    { groups: [{ aggregation_group_type_index: 0.5 }] },
    'invalid_input',
    `groups[0].aggregation_group_type_index: ${INTEGER}`,
  ],
  ...[5, 2 ** 31].map(
    (index) =>
      [
        { aggregation_group_type_index: index },
        'max_value',
        'aggregation_group_type_index: Ensure this value is less than or equal to 4.',
      ] as const,
  ),
  [
    { groups: [{}, { aggregation_group_type_index: -1 }] },
    'min_value',
    'groups[1].aggregation_group_type_index: Ensure this value is greater than or equal to 0.',
  ],
  [
    inProperty({ ...person, group_type_index: 5 }),
    'max_value',
    'groups[0].properties[0].group_type_index: Ensure this value is less than or equal to 4.',
  ],
  [
    { groups: [{ properties: {} }] },
    'not_a_list',
    'groups[0].properties: Expected a list of items but got type "dict".',
  ],

  [inProperty({ type: 'person' }), 'required', 'groups[0].properties[0].key: This field is required.'],
  [inProperty({ ...person, key: null }), 'null', 'groups[0].properties[0].key: This field may not be null.'],
  [inProperty({ ...person, key: true }), 'invalid_input', `groups[0].properties[0].key: ${TEXT}`],
  [inProperty({ key: 'plan' }), 'required', 'groups[0].properties[0].type: This field is required.'],
  [
    inProperty({ ...person, type: 'event' }),
    'invalid_choice',
    'groups[0].properties[0].type: "event" is not a valid choice. Choose one of: person, cohort, group, flag.',
  ],
  [
    inProperty({ ...person, type: 'person_metadata' }),
    'invalid_choice',
    'groups[0].properties[0].type: "person_metadata" is not a valid choice. Choose one of: person, cohort, group, flag.',
  ],
  ...['foo', 'EXACT', 'between', 'is_cleaned_path_exact', '__proto__', 'constructor'].map(
    (operator) =>
      [
        inProperty({ ...person, operator }),
        'invalid_choice',
        `groups[0].properties[0].operator: "${operator}" is not a valid choice. ${THE_OPERATORS}`,
      ] as const,
  ),
  [
    inProperty({ ...person, operator: 5 }),
    'invalid_choice',
    `groups[0].properties[0].operator: "5" is not a valid choice. ${THE_OPERATORS}`,
  ],
  [
    inProperty({ ...person, group_type_index: '0' }),
    'invalid_input',
    `groups[0].properties[0].group_type_index: ${INTEGER}`,
  ],
  [inProperty({ ...person, negation: 'true' }), 'invalid_input', `groups[0].properties[0].negation: ${BOOLEAN}`],

  [{ multivariate: [] }, 'not_a_dict', 'multivariate: Expected a dictionary of items but got type "list".'],
  [{ multivariate: {} }, 'required', 'multivariate.variants: This field is required.'],
  [{ multivariate: { variants: [] } }, 'empty', 'multivariate.variants: This list may not be empty.'],
  [inVariant({ rollout_percentage: 100 }), 'required', 'multivariate.variants[0].key: This field is required.'],
  [
    inVariant({ key: '', rollout_percentage: 100 }),
    'blank',
    'multivariate.variants[0].key: This field may not be blank.',
  ],
  [inVariant({ key: 'a b', rollout_percentage: 100 }), 'invalid_input', `multivariate.variants[0].key: ${VARIANT_KEY}`],
  [
    inVariant({ key: 'k'.repeat(401), rollout_percentage: 100 }),
    'max_length',
    'multivariate.variants[0].key: Ensure this field has no more than 400 characters.',
  ],
  [inVariant({ key: 'a' }), 'required', 'multivariate.variants[0].rollout_percentage: This field is required.'],
  [
    inVariant({ key: 'a', rollout_percentage: null }),
    'null',
    'multivariate.variants[0].rollout_percentage: This field may not be null.',
  ],
  [
    inVariant({ key: 'a', rollout_percentage: 100.5 }),
    'max_value',
    'multivariate.variants[0].rollout_percentage: Ensure this value is less than or equal to 100.',
  ],

  [{ payloads: 'x' }, 'not_a_dict', 'payloads: Expected a dictionary of items but got type "str".'],
  [{ payloads: [] }, 'not_a_dict', 'payloads: Expected a dictionary of items but got type "list".'],
  [{ holdout: { id: '1', exclusion_percentage: 10 } }, 'invalid_input', `holdout.id: ${INTEGER}`],
  [{ holdout: { id: 1 } }, 'required', 'holdout.exclusion_percentage: This field is required.'],
  [{ feature_enrollment: 1 }, 'invalid_input', `feature_enrollment: ${BOOLEAN}`],
  [{ early_exit: 'true' }, 'invalid_input', `early_exit: ${BOOLEAN}`],
]

describe('the shape of filters', () => {
  it.each(REFUSED)('FLAG-40 refuses %j with %s', (filters, code, detail) => {
    const path = /^([\w.[\]]+): /.exec(detail)?.[1]
    const place = path === undefined ? {} : { path, isStructural: true }
    expect(checkFilterStructure(filters).violations[0]).toEqual({ attr: 'filters', code, detail, ...place })
  })

  it('FLAG-40 tells of everything that is wrong, in the order of the document', () => {
    const { violations } = checkFilterStructure({
      groups: [{ rollout_percentage: 101 }, { variant: 5 }],
      multivariate: { variants: [] },
      early_exit: 'no',
    })
    expect(violations.map(({ code, path }) => [code, path])).toEqual([
      ['max_value', 'groups[0].rollout_percentage'],
      ['invalid_input', 'groups[1].variant'],
      ['empty', 'multivariate.variants'],
      ['invalid_input', 'early_exit'],
    ])
  })

  it.each([
    [{ groups: Array.from({ length: 10_001 }, () => []) }, 'groups'],
    [{ groups: [{ properties: Array.from({ length: 10_000 }, () => []) }] }, 'groups'],
    [{ groups: Array.from({ length: 101 }, () => ({ properties: Array.from({ length: 99 }, () => 1) })) }, 'groups'],
    [{ multivariate: { variants: Array.from({ length: 10_001 }, () => []) } }, 'multivariate.variants'],
  ])('FLAG-55 looks at no part where there are more than 10,000', (filters, path) => {
    expect(checkFilterStructure(filters)).toEqual({
      violations: [
        {
          attr: 'filters',
          code: 'max_length',
          detail: `${path}: Ensure that there are no more than 10000 conditions, filters and variants.`,
          path,
          isStructural: true,
        },
      ],
    })
  })

  it('FLAG-55 takes 10,000 parts', () => {
    const groups = Array.from({ length: 100 }, () => ({ properties: Array.from({ length: 99 }, () => person) }))
    expect(checkFilterStructure({ groups })).toEqual({ filters: { groups }, violations: [] })
  })

  it('VALID-7 tells nothing else of a part that has the wrong type', () => {
    const { violations } = checkFilterStructure({
      ...inProperty({ ...person, key: [] }),
      multivariate: { variants: '' },
    })
    expect(violations.map(({ code, path }) => [code, path])).toEqual([
      ['invalid_input', 'groups[0].properties[0].key'],
      ['not_a_list', 'multivariate.variants'],
    ])
  })

  it('FLAG-40 takes null wherever it means "nothing"', () => {
    const filters = {
      groups: [{ properties: null, rollout_percentage: null, variant: null, aggregation_group_type_index: null }],
      multivariate: null,
      payloads: null,
      aggregation_group_type_index: null,
      holdout: null,
      feature_enrollment: null,
      early_exit: null,
    }
    expect(checkFilterStructure(filters)).toEqual({ filters, violations: [] })
  })

  it('FLAG-41 keeps keys that it does not know, at every level and in their order', () => {
    const sent = {
      surprise: 1,
      super_groups: [{ properties: 'anything' }],
      holdout_groups: [],
      groups: [{ surprise: { z: 1, a: [null] }, properties: [{ surprise: 3, ...person }] }],
      multivariate: { surprise: 4, variants: [{ surprise: 5, key: 'a', rollout_percentage: 100 }] },
      holdout: { id: 1, surprise: 6, exclusion_percentage: 10 },
    }
    expect(JSON.stringify(checkFilterStructure(sent).filters)).toBe(JSON.stringify(sent))
  })

  it('FLAG-41 keeps nothing that the caller still holds, or that JSON leaves out', () => {
    const own = { a: 1, gone: undefined, list: [undefined] }
    const { filters } = checkFilterStructure({ groups: [], own })
    own.a = 2
    expect(filters).toStrictEqual({ groups: [], own: { a: 1, list: [null] } })
  })

  it('FLAG-41 keeps what is there for display only', () => {
    const display = { label: 'Plan', cohort_name: 'Payers', group_key_names: { acme: 'Acme' } }
    const sent = {
      groups: [{ description: 'Payers', sort_key: { any: ['thing'] }, properties: [{ ...person, ...display }] }],
    }
    expect(checkFilterStructure(sent).filters).toEqual(sent)
  })

  it.each(['__proto__', 'constructor', 'prototype', 'toString'])(
    'FLAG-8 takes %s as a key like any other and changes no prototype',
    (key) => {
      const sent = JSON.parse(`{"groups":[],"${key}":{"polluted":true},"payloads":{"${key}":"1"}}`)
      const { filters } = checkFilterStructure(sent)
      expect(JSON.stringify(filters)).toBe(JSON.stringify(sent))
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    },
  )

  it.each([
    ['a document nested too deeply', nested(64)],
    ['a cycle', cycle()],
    ['a function', () => 1],
    ['a big integer', 1n],
    ['a date', new Date(0)],
    ['not a number', Number.NaN],
  ])('FLAG-8 refuses what no store could keep: %s', (_, value) => {
    const { violations } = checkFilterStructure({ groups: [], payloads: { true: value } })
    expect(violations).toEqual([
      { attr: 'filters', code: 'invalid_input', detail: 'Value must be valid JSON, nested at most 64 levels deep.' },
    ])
  })
})

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)]
}

function cycle(): unknown {
  const loop: { self?: unknown } = {}
  loop.self = loop
  return loop
}
