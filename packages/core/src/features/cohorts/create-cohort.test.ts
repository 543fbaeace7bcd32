import { describe, expect, it } from 'vitest'
import { criteriaOf } from '../../evaluation/definition/cohort-criteria.ts'
import { BUILT_AT, newProjectRow } from '../../testing/row-builders.ts'
import { seedCohort } from '../../testing/seed-tenant.ts'
import { testDeck } from '../../testing/test-deck.ts'
import type { CreateCohortInput } from './cohort-input.ts'
import { createCohort } from './create-cohort.ts'

const PRO = { key: 'plan', type: 'person', value: 'pro', operator: 'exact' } as const
const all = (...values: readonly unknown[]) => ({ properties: { type: 'AND', values } })
const create = async (input: unknown) => createCohort((await testDeck()).context, input as CreateCohortInput)

/** Returns nested groups, `depth` in total. */
function nested(depth: number): unknown {
  return depth === 0 ? PRO : { type: 'OR', values: [nested(depth - 1)] }
}

describe('a new cohort', () => {
  it('COHORT-1 is dynamic unless it says otherwise, and made now by the caller', async () => {
    const { as, member, project } = await testDeck()
    const filters = { properties: { type: 'OR' as const, values: [{ type: 'AND' as const, values: [PRO] }] } }
    expect(await createCohort(await as(member), { name: ' Payers ', filters })).toEqual({
      id: expect.any(Number),
      projectId: project.id,
      name: 'Payers',
      description: '',
      isStatic: false,
      properties: filters.properties,
      memberCount: null,
      deleted: false,
      createdBy: member,
      createdAt: BUILT_AT,
      version: 1,
      projectVersion: project.version + 1,
    })
  })

  it('COHORT-1 is static without filters, also when they are sent empty', async () => {
    for (const filters of [undefined, {}, { properties: {} }, { properties: { type: 'OR', values: [] } }]) {
      expect(await create({ name: 'List', isStatic: true, filters })).toMatchObject({
        isStatic: true,
        properties: {},
        memberCount: 0,
      })
    }
  })

  it('COHORT-3 is stored with what is known, in canonical form', async () => {
    const { properties } = await create({
      name: 'C',
      description: null,
      filters: all({ ...PRO, key: 7, operator: 'min', value: '5', negation: true, label: 'x', extra: {} }),
    })
    expect(properties).toEqual({
      type: 'AND',
      values: [{ key: '7', type: 'person', value: '5', operator: 'gte', negation: true }],
    })
  })

  it.each(['gt', 'gte', 'lt', 'lte', 'min', 'icontains', 'not_icontains', 'regex', 'not_regex'])(
    'COHORT-38 stores the number of %s as text, and refuses values of other types',
    async (operator) => {
      const valued = (value: unknown) => all({ key: 'age', type: 'person', operator, value })
      for (const value of [18, 1.5, -3]) {
        const { properties } = await create({ name: 'C', filters: valued(value) })
        expect(criteriaOf(properties)[0]?.criterion.value).toBe(String(value))
      }
      for (const value of [['18'], [18], true, null, 2 ** 60]) {
        const code = 'operator_requires_string_value'
        await expect(create({ name: 'C', filters: valued(value) }), JSON.stringify(value)).rejects.toMatchObject({
          code,
        })
      }
    },
  )

  it.each(['exact', 'is_not'])('COHORT-38 leaves a number of %s as it is', async (operator) => {
    const { properties } = await create({ name: 'C', filters: all({ ...PRO, operator, value: 18 }) })
    expect(criteriaOf(properties)[0]?.criterion.value).toBe(18)
  })

  it.each([
    ['oprator', 'operator'],
    ['op', 'operator'],
    ['Negation', 'negation'],
    ['negaton', 'negation'],
    ['opertaor', 'operator'],
  ])('COHORT-39 refuses the key %s, because %s was probably meant', async (key, meant) => {
    const { operator: _, ...plain } = PRO
    const filters = all({ type: 'OR', values: [{ ...plain, [key]: 'is_not' }] })
    await expect(create({ name: 'C', filters })).rejects.toMatchObject({
      code: 'invalid_input',
      attr: 'filters',
      message: `properties.values[0].values[0].${key}: Unknown key. Did you mean "${meant}"?`,
    })
    await expect(create({ name: 'C', filters: all({ ...PRO, negation: false, [key]: 1 }) })).resolves.toBeDefined()
  })

  it('FLAG-163 COHORT-39 refuses a value whose name has two letters in the wrong places', async () => {
    const { value, ...rest } = PRO
    await expect(create({ name: 'C', filters: all({ ...rest, vlaue: value }) })).rejects.toMatchObject({
      message: expect.stringContaining('vlaue: Unknown key. Did you mean "value"?'),
    })
  })

  it('COHORT-3 may have a single filter for a group', async () => {
    expect((await create({ name: 'C', filters: { properties: PRO } })).properties).toEqual(all(PRO).properties)
  })

  it('COHORT-3 is nested 20 deep at most', async () => {
    await expect(create({ name: 'C', filters: { properties: nested(20) } })).resolves.toBeDefined()
    await expect(create({ name: 'C', filters: { properties: nested(21) } })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/^properties(\.values\[0\]){20}: Groups can be nested at most 20 levels deep\.$/),
    })
  })

  const refusals: readonly [string, unknown, { code: string; attr: string; message?: string }][] = [
    ['COHORT-2 no name', { filters: all(PRO) }, { code: 'required', attr: 'name' }],
    ['COHORT-2 a blank name', { name: ' ', filters: all(PRO) }, { code: 'blank', attr: 'name' }],
    ['COHORT-2 a long name', { name: 'x'.repeat(401), filters: all(PRO) }, { code: 'max_length', attr: 'name' }],
    ['COHORT-3 filters that are text', { name: 'C', filters: 'x' }, { code: 'not_a_dict', attr: 'filters' }],
    ['COHORT-3 filters of null', { name: 'C', filters: null }, { code: 'null', attr: 'filters' }],
    [
      'COHORT-3 an unknown kind of group',
      { name: 'C', filters: { properties: { type: 'XOR', values: [PRO] } } },
      {
        code: 'invalid_choice',
        attr: 'filters',
        message: 'properties.type: "XOR" is not a valid choice. Choose one of: AND, OR.',
      },
    ],
    [
      'COHORT-3 an empty group inside',
      { name: 'C', filters: all({ type: 'OR', values: [] }) },
      { code: 'empty', attr: 'filters', message: 'properties.values[0].values: This list may not be empty.' },
    ],
    [
      'COHORT-3 values that are no list',
      { name: 'C', filters: { properties: { type: 'OR', values: {} } } },
      { code: 'not_a_list', attr: 'filters' },
    ],
    ['COHORT-3 a filter that is text', { name: 'C', filters: all('x') }, { code: 'not_a_dict', attr: 'filters' }],
    [
      'COHORT-4 filters on groups',
      { name: 'C', filters: all({ ...PRO, type: 'group' }) },
      {
        code: 'invalid_choice',
        attr: 'filters',
        message: 'properties.values[0].type: "group" is not a valid choice. Choose one of: person, cohort.',
      },
    ],
    [
      'COHORT-4 an operator that there is not',
      { name: 'C', filters: all({ ...PRO, operator: 'is' }) },
      {
        code: 'invalid_choice',
        attr: 'filters',
        message: expect.stringContaining('"is" is not a valid choice. Choose one of: exact, is_not, '),
      },
    ],
    [
      'COHORT-4 in on a property',
      { name: 'C', filters: all({ ...PRO, operator: 'in' }) },
      { code: 'invalid_input', attr: 'filters' },
    ],
    [
      'COHORT-4 a cohort by its name',
      { name: 'C', filters: all({ key: 'id', type: 'cohort', value: 'Payers' }) },
      { code: 'invalid_input', attr: 'filters' },
    ],
    [
      'COHORT-4 cohorts compared as text',
      { name: 'C', filters: all({ key: 'id', type: 'cohort', value: 1, operator: 'icontains' }) },
      { code: 'invalid_input', attr: 'filters' },
    ],
    [
      'COHORT-4 a pattern that does not compile',
      { name: 'C', filters: all({ ...PRO, operator: 'regex', value: '(' }) },
      { code: 'invalid_input', attr: 'filters', message: 'properties.values[0].value: invalid regex pattern' },
    ],
    [
      'COHORT-4 a date that is none',
      { name: 'C', filters: all({ ...PRO, operator: 'is_date_before', value: 'soon' }) },
      { code: 'date_value_not_parseable', attr: 'filters' },
    ],
    [
      'COHORT-5 filters on events',
      { name: 'C', filters: all({ key: '$pageview', type: 'behavioral', value: 'performed_event' }) },
      {
        code: 'invalid_input',
        attr: 'filters',
        message: expect.stringContaining('Behavioral criteria cannot be evaluated'),
      },
    ],
    [
      'COHORT-6 a cohort that there is not',
      { name: 'C', filters: all({ key: 'id', type: 'cohort', value: 5151 }) },
      { code: 'cohort_does_not_exist', attr: 'filters', message: 'Cohort with id 5151 does not exist' },
    ],
    ['COHORT-8 a rule without filters', { name: 'C' }, { code: 'required', attr: 'filters' }],
    [
      'COHORT-8 a list with filters',
      { name: 'C', isStatic: true, filters: all(PRO) },
      { code: 'invalid_input', attr: 'filters' },
    ],
  ]
  it.each(refusals)('refuses %s', async (_, input, refusal) => {
    await expect(create(input)).rejects.toMatchObject({ kind: 'validation', ...refusal })
  })

  it('COHORT-9 refuses filters that are too large', async () => {
    const { context } = await testDeck({ limits: { maxFiltersBytes: 100 } })
    const filters = all({ ...PRO, value: 'x'.repeat(100) }) as CreateCohortInput['filters']
    await expect(createCohort(context, { name: 'C', filters })).rejects.toMatchObject({
      message: expect.stringMatching(/^Cohort filters exceed maximum size of 100 bytes/),
    })
  })

  it('COHORT-6 refuses cohorts that are deleted or of another project', async () => {
    const { context, store, project, organization } = await testDeck()
    const deleted = await seedCohort(store, { projectId: project.id, deleted: true })
    const sister = await store.write((tx) => tx.projects.insert(newProjectRow({ organizationId: organization.id })))
    const foreign = await seedCohort(store, { projectId: sister.id })
    for (const { id } of [deleted, foreign]) {
      const filters = all({ key: 'id', type: 'cohort', value: id }) as CreateCohortInput['filters']
      await expect(createCohort(context, { name: 'C', filters })).rejects.toMatchObject({
        code: 'cohort_does_not_exist',
        message: `Cohort with id ${id} does not exist`,
      })
    }
  })

  it('COHORT-14 needs a key that may write cohorts, and a refusal leaves no trace', async () => {
    const { as, member, store, project, context } = await testDeck()
    const reader = await as(member, { scopes: ['cohort:read', 'feature_flag:write'] })
    await expect(createCohort(reader, { name: 'C', isStatic: true })).rejects.toMatchObject({
      kind: 'permission_denied',
    })
    await expect(createCohort(context, { name: '' })).rejects.toMatchObject({ kind: 'validation' })
    const [versions, cohorts] = await store.read(async (tx) => [
      await tx.projects.versions([project.id]),
      await tx.cohorts.changedSince(project.id, 0),
    ])
    expect([versions.get(project.id)?.version, cohorts]).toEqual([project.version, []])
  })

  it('COHORT-13 is in the activity', async () => {
    const { as, member, store, project } = await testDeck()
    const { id } = await createCohort(await as(member), { name: 'List', isStatic: true })
    const { items } = await store.read((tx) =>
      tx.activity.list(project.id, { scope: 'Cohort' }, { limit: 9, offset: 0 }),
    )
    expect(items).toMatchObject([
      { verb: 'created', scope: 'Cohort', itemId: String(id), user: { email: member.email }, detail: { name: 'List' } },
    ])
  })
})
