import { compileDefinitions, explain, type FlagFilters, type Subject } from '@flagdeck/core'
import { definitionsDocument, flagDefinition } from '@flagdeck/core/fixtures'
import { describe, expect, it } from 'vitest'
import { conditionAnalysis, conditionAnalysisSchema } from './condition-analysis.ts'

const PLAN = { key: 'plan', type: 'person', operator: 'exact', value: 'pro' } as const
const UNKNOWN_COHORT = { key: 'id', type: 'cohort', operator: 'in', value: 9 } as const
const VARIANTS = [
  { key: 'red', rollout_percentage: 100 },
  { key: 'blue', rollout_percentage: 0 },
]

/** The analysis of each condition set of a flag, validated against the schema. */
function analysed(filters: FlagFilters, subject: Partial<Subject> = {}) {
  const snapshot = compileDefinitions(
    definitionsDocument([flagDefinition({ filters })], { group_type_mapping: { '0': 'company' } }),
  )
  const { conditions } = explain(snapshot, 'flag', { distinctId: 'ada', ...subject })
  return conditions.map(conditionAnalysis).map((analysis) => conditionAnalysisSchema.parse(analysis))
}

describe('PROTO-15 a condition set', () => {
  it('decides, and those after it do not', () => {
    const filters = {
      groups: [{ properties: [PLAN] }, { rollout_percentage: 40 }, {}],
      multivariate: { variants: VARIANTS },
    }
    expect(analysed(filters, { properties: { plan: 'pro' } })).toEqual([
      {
        index: 0,
        matched: true,
        properties_matched: true,
        explanation: 'It matches, and determined the result.',
        rollout_percentage: 100,
        rollout_excluded: false,
        variant: 'red',
        properties: [
          {
            key: 'plan',
            type: 'person',
            operator: 'exact',
            value: 'pro',
            actual_value: 'pro',
            matched: true,
            explanation: 'It matches.',
          },
        ],
      },
      expect.objectContaining({ index: 1, matched: false, rollout_percentage: 40 }),
      expect.objectContaining({
        index: 2,
        matched: false,
        variant: 'red',
        explanation: 'It would match, but was not evaluated.',
      }),
    ])
  })

  it('says why it does not let somebody in', () => {
    const groups = [
      { properties: [PLAN], variant: 'blue' },
      { rollout_percentage: 0 },
      { aggregation_group_type_index: 0 },
      { properties: [UNKNOWN_COHORT] },
    ]
    const [filters, rollout, group, broken] = analysed({ groups, multivariate: { variants: VARIANTS } })
    expect(filters).toMatchObject({
      properties_matched: false,
      rollout_excluded: false,
      explanation: 'Not all of its filters match.',
      variant: 'blue',
      properties: [
        { matched: false, actual_value: null, explanation: 'It does not match: there is no such property.' },
      ],
    })
    expect(rollout).toMatchObject({
      properties_matched: true,
      rollout_excluded: true,
      explanation: 'Its filters match, but the user is not in its rollout.',
      variant: null,
    })
    expect(group).toMatchObject({ matched: false, explanation: 'The user is not in a group of its type.' })
    expect(broken).toMatchObject({
      properties_matched: false,
      explanation: expect.stringMatching(/^It cannot be evaluated: .+\.$/),
      properties: [
        {
          matched: false,
          explanation: expect.stringMatching(/^It cannot be evaluated: .+\.$/),
        },
      ],
    })
  })
})
