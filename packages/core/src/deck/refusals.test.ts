import { describe, expect, it } from 'vitest'
import { findPersons } from '../features/persons/find-persons.ts'
import { DomainError } from '../foundation/errors/domain-error.ts'
import { CROSS_FIELD_CODES, INPUT_CODES, REFUSAL_CODES } from '../foundation/errors/error-codes.ts'
import { newFlagIndex } from '../testing/row-builders.ts'
import { testDeck } from '../testing/test-deck.ts'

type Test = Awaited<ReturnType<typeof testDeck>>

const inProperty = (property: object) => ({ groups: [{ properties: [property] }] })
const PLAN = { key: 'plan', type: 'person', operator: 'exact', value: 'pro' }
const inCohort = (...values: object[]) => ({ name: 'c', filters: { properties: { type: 'AND', values } } })
const creating =
  (filters: object) =>
  ({ flags }: Test) =>
    flags.create({ key: 'k', filters: filters as never })
const counting =
  (condition: object) =>
  ({ flags }: Test) =>
    flags.blastRadius({ condition })

/** Refused calls, with the code and the place: the field and the path in it. */
const REFUSED: readonly (readonly [string, (test: Test) => Promise<unknown>, readonly [string, string, string?]])[] = [
  [
    'a filter without a type',
    creating(inProperty({ key: 'plan', value: 'pro' })),
    ['required', 'filters', 'groups[0].properties[0].type'],
  ],
  ['a filter that is no object', creating(inProperty([])), ['not_a_dict', 'filters', 'groups[0].properties[0]']],
  [
    'a percentage as text',
    creating({ groups: [{ rollout_percentage: '5' }] }),
    ['invalid_input', 'filters', 'groups[0].rollout_percentage'],
  ],
  ['a misspelt key', creating({ groups: [{}, { rollout: 5 }] }), ['invalid_input', 'filters', 'groups[1].rollout']],
  [
    'too many parts',
    creating({ groups: Array.from({ length: 10_001 }, () => ({})) }),
    ['max_length', 'filters', 'groups'],
  ],
  ['a payload that is no JSON', creating({ payloads: { true: '{' } }), ['invalid_payload_json', 'filters', 'payloads']],
  ['filters that are no object', creating([]), ['not_a_dict', 'filters']],
  [
    'variants that do not add up',
    creating({ multivariate: { variants: [{ key: 'a', rollout_percentage: 50 }] } }),
    ['variant_rollout_sum_not_100', 'filters', 'multivariate.variants'],
  ],
  [
    'a value of the wrong kind',
    creating(inProperty({ ...PLAN, operator: 'icontains', value: ['x'] })),
    ['operator_requires_string_value', 'filters', 'groups[0].properties[0].value'],
  ],
  [
    'a pattern',
    creating(inProperty({ ...PLAN, operator: 'regex', value: '(' })),
    ['invalid_input', 'filters', 'groups[0].properties[0].value'],
  ],
  [
    'a criterion of a cohort',
    ({ cohorts }) => cohorts.create(inCohort(PLAN, { key: 'plan', value: 'pro' }) as never),
    ['required', 'filters', 'properties.values[1].type'],
  ],
  [
    'the operator of a criterion',
    ({ cohorts }) => cohorts.create(inCohort({ ...PLAN, operator: 'in' }) as never),
    ['invalid_input', 'filters', 'properties.values[0].operator'],
  ],
  [
    'the value of a criterion',
    ({ cohorts }) => cohorts.create(inCohort({ ...PLAN, operator: 'semver_eq' }) as never),
    ['semver_value_invalid', 'filters', 'properties.values[0].value'],
  ],
  [
    'a condition that is counted',
    counting({ rollout_percentage: 101 }),
    ['max_value', 'condition', 'rollout_percentage'],
  ],
  [
    'a filter of a condition that is counted',
    counting({ properties: [{ ...PLAN, operator: 'semver_eq' }] }),
    ['semver_value_invalid', 'condition', 'properties[0].value'],
  ],
  [
    'a condition of too many parts',
    counting({ properties: Array.from({ length: 10_001 }, () => PLAN) }),
    ['max_length', 'condition'],
  ],
  [
    'a filter of a list of persons',
    ({ context }) => findPersons(context, { properties: [{ key: 'plan', operator: 'icontains', value: ['x'] }] }),
    ['operator_requires_string_value', 'properties', '[0].value'],
  ],
  [
    'a tile',
    ({ dashboards }) => dashboards.create({ tiles: [{ deleted: true }] } as never),
    ['invalid_input', 'tiles__0__deleted'],
  ],
  ['a field', ({ flags }) => flags.create({ key: 'not fine' }), ['invalid_key', 'key']],
]

async function refusalOf(work: Promise<unknown>): Promise<DomainError> {
  const refused = await work.catch((error: unknown) => error)
  if (refused instanceof DomainError) return refused
  throw new Error(`this was not refused: ${String(refused)}`)
}

describe('a refusal of a deck', () => {
  it.each(REFUSED)(
    'EMBED-48 has a code without a place, and the place in attr and path: %s',
    async (_, work, place) => {
      const refused = await refusalOf(work(await testDeck()))
      const [code, attr, path] = place
      expect([refused.code, refused.attr, refused.path]).toEqual([code, attr, path])
      expect(refused.violations[0]).toMatchObject({ code, attr, detail: refused.message })
      expect(refused.violations[0]?.path).toBe(path)
    },
  )

  it('EMBED-48 has a code of a fixed list, each of which is a word', () => {
    for (const code of Object.keys({ ...INPUT_CODES, ...CROSS_FIELD_CODES, ...REFUSAL_CODES })) {
      expect(code).toMatch(/^[a-z][a-z0-9_]+$/)
    }
  })

  it('EMBED-48 has a code of its own for each broken rule, also in the warnings of a write', async () => {
    const { flags, store, project } = await testDeck()
    const { id } = await flags.create({ key: 'k' })
    const filters = { groups: [{ rollout_percentage: 101 }], payloads: { true: '{' } }
    await store.write(async (tx) => {
      const flag = await tx.flags.find(project.id, id)
      if (flag) await tx.flags.replace({ ...flag, filters, version: 2 }, newFlagIndex(flag), 1)
    })
    expect((await flags.update(id, { name: 'new' })).warnings).toMatchObject([
      { code: 'max_value', attr: 'filters', path: 'groups[0].rollout_percentage' },
      { code: 'invalid_payload_json', attr: 'filters', path: 'payloads' },
    ])
  })

  it('EMBED-49 has its code, its place and its sentence in JSON', async () => {
    const { flags } = await testDeck()
    const filters = { groups: [{ rollout_percentage: 101 }, { rollout_percentage: -1 }] }
    const refused = await refusalOf(flags.create({ key: 'k', filters }))
    const place = { attr: 'filters', path: 'groups[0].rollout_percentage' }
    const detail = 'groups[0].rollout_percentage: Ensure this value is less than or equal to 100.'
    expect(JSON.parse(JSON.stringify(refused))).toMatchObject({
      kind: 'validation',
      code: 'max_value',
      ...place,
      detail,
      violations: [
        { code: 'max_value', ...place, detail },
        { code: 'min_value', attr: 'filters', path: 'groups[1].rollout_percentage' },
      ],
    })
  })
})
