import { describe, expect, it } from 'vitest'
import type { PropertyFilter } from '../../evaluation/definition/flag-filters.ts'
import { OPERATORS, type Operator } from '../../evaluation/definition/operator.ts'
import { crossFieldViolations } from './cross-field-rules.ts'
import { normalizeFilters } from './normalize-filters.ts'
import { storedPatterns } from './property-rules.ts'

/** Returns the violations by one filter in a condition set for persons, or for groups of a type. */
function check(property: PropertyFilter, aggregation: number | null = null, known?: ReadonlySet<string>) {
  const group = { aggregation_group_type_index: aggregation, properties: [property] }
  return crossFieldViolations(normalizeFilters({ groups: [group] }), known)
}

const person = (operator: Operator | null | undefined, value: PropertyFilter['value']): PropertyFilter => ({
  key: 'plan',
  type: 'person',
  operator,
  value,
})
const refusal = (code: string, detail: string) => [{ attr: 'filters', code, detail, path: detail.split(': ')[0] }]
const AT_VALUE = 'groups[0].properties[0].value'
const AT_OPERATOR = 'groups[0].properties[0].operator'

describe('whom a condition is about', () => {
  it('FLAG-46 refuses a group property in a condition about persons', () => {
    const property = { key: 'name', type: 'group', group_type_index: 0, value: 'x' } as const
    const text = 'Person-aggregated conditions can only use person, cohort, and flag properties.'
    expect(check(property)).toEqual(refusal('person_aggregation_property_type', `groups[0].properties[0]: ${text}`))
  })

  it.each(['person', 'cohort', 'flag'] as const)(
    'FLAG-46 refuses a %s property in a condition about groups',
    (type) => {
      const operator = type === 'flag' ? 'flag_evaluates_to' : 'exact'
      const text = 'Group-aggregated conditions can only use group properties.'
      expect(check({ key: '1', type, operator, value: true }, 0)).toEqual(
        refusal('group_aggregation_property_type', `groups[0].properties[0]: ${text}`),
      )
    },
  )

  it.each([1, null, undefined])(
    'FLAG-46 refuses a group property of the type %j in a condition about type 0',
    (index) => {
      const property = { key: 'name', type: 'group', group_type_index: index, value: 'x' } as const
      const text = "Group properties must match the condition set's group type."
      expect(check(property, 0)).toEqual(
        refusal('group_property_type_index_mismatch', `groups[0].properties[0]: ${text}`),
      )
    },
  )

  it('FLAG-46 takes a group property of the same type', () => {
    expect(check({ key: 'name', type: 'group', group_type_index: 0, value: 'x' }, 0)).toEqual([])
  })

  it('FLAG-46 reads the group type of the flag where the condition names none', () => {
    const property = { key: 'name', type: 'group', group_type_index: 1, value: 'x' } as const
    const filters = { aggregation_group_type_index: 1, groups: [{ properties: [property] }] }
    expect(crossFieldViolations(normalizeFilters(filters))).toEqual([])
  })
})

describe('where an operator belongs', () => {
  it.each(['in', 'not_in'] as const)('FLAG-47 keeps %s to cohorts', (operator) => {
    const text = `Operator ${operator} is only supported on cohort properties.`
    expect(check(person(operator, 1))).toEqual(refusal('in_not_in_requires_cohort', `${AT_OPERATOR}: ${text}`))
    expect(check({ key: 'id', type: 'cohort', operator, value: 1 })).toEqual([])
  })

  it.each(['exact', 'is_set', null, undefined] as const)(
    'FLAG-47 refuses the operator %s on a flag property',
    (operator) => {
      const text = "Flag properties must use the 'flag_evaluates_to' operator."
      expect(check({ key: '1', type: 'flag', operator, value: true })).toEqual(
        refusal('flag_property_requires_flag_evaluates_to', `${AT_OPERATOR}: ${text}`),
      )
    },
  )

  it('FLAG-47 takes flag_evaluates_to on a flag property', () => {
    expect(check({ key: '1', type: 'flag', operator: 'flag_evaluates_to', value: true })).toEqual([])
  })
})

const NEED_TEXT = ['regex', 'not_regex', 'icontains', 'not_icontains', 'gt', 'gte', 'lt', 'lte'] as const
const NEED_LIST = ['icontains_multi', 'not_icontains_multi'] as const
const NEED_DATE = ['is_date_exact', 'is_date_before', 'is_date_after'] as const
const NEED_VERSION = [
  'semver_eq',
  'semver_neq',
  'semver_gt',
  'semver_gte',
  'semver_lt',
  'semver_lte',
  'semver_tilde',
  'semver_caret',
] as const

describe('what an operator compares with', () => {
  it.each(NEED_TEXT)('FLAG-48 wants a text for %s', (operator) => {
    const text = `Operator ${operator} requires a string value.`
    for (const value of [['x'], [5], true, null, undefined, { a: 1 }]) {
      expect(check(person(operator, value))).toEqual(refusal('operator_requires_string_value', `${AT_VALUE}: ${text}`))
    }
    expect(check(person(operator, '5'))).toEqual([])
  })

  it.each(NEED_LIST)('FLAG-48 wants a list for %s', (operator) => {
    const text = `Operator ${operator} requires a list of values.`
    for (const value of ['x', 5, null, undefined, { 0: 'x' }]) {
      expect(check(person(operator, value))).toEqual(refusal('operator_requires_list_value', `${AT_VALUE}: ${text}`))
    }
    expect(check(person(operator, ['a', 'b']))).toEqual([])
  })

  it.each(NEED_DATE)('FLAG-48 wants a date for %s', (operator) => {
    const dates = [
      '2025-01-01',
      '2025-01-01T10:00:00Z',
      '2025-01-01 10:00',
      '2025-01-01 10:00:00 +01:00',
      'Jan 1, 2025',
    ]
    for (const value of [...dates, 'Wed, 01 Jan 2025 10:00:00 GMT', '-7d', '30h', '1m', '2w', '-1y']) {
      expect(check(person(operator, value))).toEqual([])
    }
    for (const value of ['6hed', '2025-02-31', 'yesterday', '', '-7', '7 d']) {
      expect(check(person(operator, value))).toEqual(
        refusal('date_value_not_parseable', `${AT_VALUE}: Invalid date value: ${value}.`),
      )
    }
    expect(check(person(operator, 5))).toEqual(
      refusal('date_value_not_parseable', `${AT_VALUE}: Invalid date value: 5.`),
    )
  })

  it.each(NEED_VERSION)('FLAG-48 wants a version for %s', (operator) => {
    for (const value of ['1', '1.2', '1.2.3', 'v1.2.3', ' 1.2.3 ', '1.2.3-beta.1', '1.2.3+build']) {
      expect(check(person(operator, value))).toEqual([])
    }
    for (const value of ['not-semver', '', '1.2.3.4', '1.*', '1. 2.3', '1..3', 'v']) {
      expect(check(person(operator, value))).toEqual(
        refusal('semver_value_invalid', `${AT_VALUE}: Invalid semver value for operator ${operator}: ${value}.`),
      )
    }
    expect(check(person(operator, 1.2))).toHaveLength(1)
  })

  it('FLAG-48 wants a version or a line of versions for semver_wildcard', () => {
    for (const value of ['1.*', '1.2.*', '1.*.*', '*', ' v1.* ', '1.2.3', '1.2 ']) {
      expect(check(person('semver_wildcard', value))).toEqual([])
    }
    for (const value of ['*.1', '1.2.3.*', 'x', '', 'v*', '1.2.*.*.*', 5]) {
      expect(check(person('semver_wildcard', value))).toMatchObject([{ code: 'semver_value_invalid' }])
    }
  })

  it.each(['exact', 'is_not', 'is_set', 'is_not_set', null, undefined] as const)(
    'FLAG-48 takes any value for %s',
    (operator) => {
      for (const value of ['x', 5, true, null, undefined, ['x', 1], { a: 1 }]) {
        expect(check(person(operator, value))).toEqual([])
      }
    },
  )

  it('FLAG-48 has a rule for every operator', () => {
    for (const operator of OPERATORS) expect(() => check(person(operator, 'x'))).not.toThrow()
  })
})

describe('patterns', () => {
  it.each(['[', '(', 'a{2,1}', '*a', '(?P<n>', '\\'])(
    'FLAG-49 refuses the pattern %j, which does not compile',
    (pattern) => {
      for (const operator of ['regex', 'not_regex'] as const) {
        expect(check(person(operator, pattern))).toEqual(refusal('invalid_input', `${AT_VALUE}: invalid regex pattern`))
      }
    },
  )

  it.each(['foo(?=bar)', 'foo(?!bar)', '(?<=a)b', '(?<!a)b', '(a)\\1'])(
    'FLAG-49 refuses the pattern %j and says that look-around and back-references are not supported',
    (pattern) => {
      const text = 'invalid regex pattern: look-around and back-references are not supported'
      expect(check(person('regex', pattern))).toEqual(refusal('invalid_input', `${AT_VALUE}: ${text}`))
    },
  )

  it.each(['^a+$', '(a|b)*c', '\\d{3}-\\d{4}', '(?i)acme', '', 'ä.*ö', '(a+)+$'])(
    'FLAG-49 takes the pattern %j',
    (pattern) => {
      expect(check(person('regex', pattern))).toEqual([])
    },
  )

  it('FLAG-49 refuses a pattern of more than 4000 characters', () => {
    expect(check(person('regex', `[${'a'.repeat(3998)}]`))).toEqual([])
    expect(check(person('regex', `[${'a'.repeat(3999)}]`))).toEqual(
      refusal('invalid_input', `${AT_VALUE}: regex pattern is longer than 4000 characters`),
    )
  })

  it.each(['^(?:a?b?){900}$', 'a'.repeat(501), '(?:a?){1000}a{1000}'])(
    'FLAG-49 refuses the pattern %s, which takes too many steps',
    (pattern) => {
      const text = 'regex pattern is too large: it may compile to 500 steps at most'
      expect(check(person('regex', pattern))).toEqual([
        expect.objectContaining({ code: 'invalid_input', detail: expect.stringContaining(`${AT_VALUE}: ${text}`) }),
      ])
    },
  )

  it('FLAG-49 leaves a pattern alone that the flag has already', () => {
    const stored = normalizeFilters({
      groups: [{ properties: [person('regex', '(?=old)'), person('exact', '(?=text)')] }],
    })
    const known = storedPatterns(stored)
    expect(check(person('not_regex', '(?=old)'), null, known)).toEqual([])
    expect(check(person('regex', '(?=text)'), null, known)).toHaveLength(1)
    expect(check(person('regex', '(?=new)'), null, known)).toHaveLength(1)
  })

  it.each([
    '((((a{100}){100}){100}){100})',
    '(x+x+)+y',
    `${'('.repeat(1000)}a${')'.repeat(1000)}`,
    'a{1000}{1000}',
    '(?:a?){1000}a{1000}',
  ])('FLAG-49 answers for a pattern made to be expensive at once', (pattern) => {
    const started = performance.now()
    check(person('regex', pattern))
    expect(performance.now() - started).toBeLessThan(1000)
  })
})
