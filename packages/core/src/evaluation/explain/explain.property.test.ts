import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { definitions } from '../../../test/compat/definitions-arbitrary.ts'
import { subject } from '../../../test/compat/subject-arbitrary.ts'
import { personFilter } from '../../testing/evaluation/definitions-document.ts'
import { compileDefinitions } from '../compile-definitions.ts'
import type { Decision } from '../definition/decision.ts'
import type { DefinitionsDocument, FlagDefinition } from '../definition/definitions.ts'
import type { ConditionSet, FlagFilters, PropertyFilter } from '../definition/flag-filters.ts'
import type { Subject } from '../definition/subject.ts'
import { endsEarly } from '../flags/conditions.ts'
import { type MissCode, outranks } from '../flags/reason.ts'
import { re2Patterns } from '../operators/re2-patterns.ts'
import type { ChangeStep, PropertyOwner } from './change-step.ts'
import { explain } from './explain.ts'
import type { CohortPartExplanation, ConditionExplanation, Explanation, FilterExplanation } from './explanation.ts'

const broken: readonly PropertyFilter[] = [
  personFilter('plan', 'near' as 'exact', 'x'),
  { key: 'id', type: 'cohort', value: 99 },
  { key: 'id', type: 'cohort', operator: 'in', value: 7 },
  { key: 'created_at', type: 'person_metadata', operator: 'is_date_before', value: '2026-01-01' },
  personFilter('text', 'is_set'),
]
const superGroups = [{ properties: [personFilter('text', 'icontains', 'o')], rollout_percentage: 60 }]

/**
 * Cases that the SDK does not support: early access in both forms, stored bucketing ids, filters that fail, static
 * cohorts.
 */
const special = fc.record({
  roll: fc.nat(19),
  filter: fc.constantFrom(...broken),
  place: fc.nat(2),
})

function withSpecial(
  flag: FlagDefinition,
  { roll, filter, place }: { roll: number; filter: PropertyFilter; place: number },
) {
  const groups = flag.filters.groups.map(
    (condition, index): ConditionSet =>
      roll < 4 && index === place ? { ...condition, properties: [...(condition.properties ?? []), filter] } : condition,
  )
  const filters: FlagFilters = { ...flag.filters, groups, feature_enrollment: roll === 5 || roll === 6 }
  return {
    ...flag,
    filters: roll === 6 || roll === 7 ? { ...filters, super_groups: superGroups } : filters,
    ensure_experience_continuity: roll === 8,
  }
}

const document = fc
  .tuple(definitions, fc.array(special, { minLength: 20, maxLength: 20 }))
  .map(([{ flags, ...settings }, specials]) => ({
    ...settings,
    static_cohort_ids: [7],
    flags: flags.map((flag, index) =>
      withSpecial(flag, specials[index] ?? { roll: 19, filter: broken[0] as never, place: 0 }),
    ),
  }))

const who: fc.Arbitrary<Subject> = fc
  .tuple(subject, fc.nat(9), fc.boolean(), fc.constantFrom<readonly number[]>([], [7]))
  .map(([known, roll, choice, cohortIds]) => {
    const choices = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`$feature_enrollment/flag-${index}`, choice]),
    )
    return {
      ...known,
      cohortIds,
      properties: roll < 3 ? { ...known.properties, ...choices } : (known.properties ?? {}),
      distinctId: roll === 9 ? '' : known.distinctId,
      ...(roll === 5 && { anonDistinctId: 'anonymous', personMetadata: { created_at: '2025-01-01' } }),
    }
  })

/** Calls `check` for every flag of random projects and their explanation for random subjects. */
function forAll(
  numRuns: number,
  check: (tree: Explanation, flag: FlagDefinition, subject: Subject, document: DefinitionsDocument) => void,
): void {
  fc.assert(
    fc.property(document, fc.array(who, { minLength: 2, maxLength: 2 }), (project, subjects) => {
      const snapshot = compileDefinitions(project, { patterns: re2Patterns })
      for (const subject of subjects) {
        for (const flag of project.flags) check(explain(snapshot, flag.key, subject), flag, subject, project)
      }
    }),
    { numRuns },
  )
}

describe('EVAL-46 an explanation', () => {
  test('has the decision of the engine, and comes to it itself', () => {
    const seen = new Map<string, number>()
    forAll(60, (tree, flag, subject, project) => {
      const decision = compileDefinitions(project, { patterns: re2Patterns }).evaluate(flag.key, subject)
      expect(tree.decision).toEqual(decision)
      seen.set(decision.reason.code, (seen.get(decision.reason.code) ?? 0) + 1)
      expect(conclusionOf(tree, flag), JSON.stringify(tree)).toEqual(outcomeOf(decision))
    })
    expect([...seen.keys()].sort()).toEqual([
      'condition_match',
      'evaluation_failed',
      'flag_disabled',
      'holdout_condition_value',
      'no_condition_match',
      'no_group_type',
      'out_of_rollout_bound',
      'super_condition_value',
    ])
  }, 60_000)

  test('marks the condition set that decided, and no other', () => {
    forAll(30, ({ conditions, decision }) => {
      const matched = conditions.filter(({ matched }) => matched).map(({ index }) => index)
      const { code, conditionIndex } = decision.reason
      expect(matched).toEqual(code === 'condition_match' ? [conditionIndex] : [])
      expect(conditions.every(({ matched, outcome }) => !matched || outcome === 'match')).toBe(true)
    })
  }, 60_000)

  test('says of every filter what a flag with that filter alone answers', () => {
    let filters = 0
    forAll(12, (tree, _, subject, project) => {
      for (const [filter, explained] of filtersOf(tree, project)) {
        filters++
        const { enabled, failed } = probe(filter, project, subject)
        expect(explained.passed, JSON.stringify(explained)).toBe(failed ? null : enabled)
        expect(explained.problem === null).toBe(!failed)
      }
    })
    expect(filters).toBeGreaterThan(500)
  }, 60_000)

  test('is plain data', () => {
    forAll(10, (tree) => {
      expect(JSON.parse(JSON.stringify(tree))).toEqual(tree)
    })
  }, 60_000)

  test('names a nearest change that does change the answer', () => {
    const tried = new Map<string, number>()
    let found = 0
    forAll(40, ({ nearestChange, decision }, flag, subject, project) => {
      if (!nearestChange) return
      found++
      const after = decisionAfter(nearestChange.steps, flag, subject, project)
      if (!after) return
      for (const { kind } of nearestChange.steps) tried.set(kind, (tried.get(kind) ?? 0) + 1)
      expect(after.variant ?? after.enabled, nearestChange.sentence).toBe(nearestChange.answer)
      if (decision.reason.code !== 'holdout_condition_value') expect(after.enabled).toBe(!decision.enabled)
      else expect([after.enabled, after.variant]).not.toEqual([true, decision.variant])
    })
    expect(found).toBeGreaterThan(1000)
    const kinds = ['switch_on', 'switch_off', 'raise_rollout', 'lower_rollout', 'set_property', 'lower_holdout']
    expect([...tried.keys()]).toEqual(expect.arrayContaining([...kinds, 'set_enrollment', 'join_cohort']))
  }, 60_000)
})

interface Outcome {
  readonly code: string
  readonly index: number | null
  readonly answer: string | boolean
}

function outcomeOf({ reason, enabled, variant }: Decision): Outcome {
  return { code: reason.code, index: reason.conditionIndex, answer: variant ?? enabled }
}

/** Returns the decision that follows from the tree alone. */
function conclusionOf(tree: Explanation, flag: FlagDefinition): Outcome {
  const { enrollment, holdout, conditions, decision, problem } = tree
  if (!flag.active) return { code: 'flag_disabled', index: null, answer: false }
  if (problem !== null) {
    const problems = [enrollment?.problem, ...conditions.map(({ problem }) => problem)]
    const code = problems.some((one) => one && problem.includes(one)) ? 'evaluation_failed' : decision.reason.code
    return { code, index: null, answer: false }
  }
  if (enrollment && enrollment.answer !== null) {
    return { code: 'super_condition_value', index: 0, answer: enrollment.answer }
  }
  if (holdout?.isHeldOut) return { code: 'holdout_condition_value', index: null, answer: `holdout-${holdout.id}` }
  const matched = conditions.find(({ matched }) => matched)
  if (matched) return { code: 'condition_match', index: matched.index, answer: matched.variant?.chosen ?? true }
  return missOf(
    conditions.filter(({ reached }) => reached),
    flag,
  )
}

function missOf(reached: readonly ConditionExplanation[], flag: FlagDefinition): Outcome {
  const last = reached.at(-1)
  // If a flag did not fail, every outcome other than a match is a miss.
  const codeOf = ({ outcome }: ConditionExplanation) => outcome as MissCode
  const isEarly =
    flag.filters.early_exit === true && last && endsEarly(codeOf(last), last.identifier.value ?? undefined)
  const best = isEarly
    ? last
    : reached.reduce<ConditionExplanation | undefined>(
        (best, next) => (!best || outranks(codeOf(next), codeOf(best)) ? next : best),
        undefined,
      )
  return { code: best?.outcome ?? 'no_condition_match', index: best?.index ?? null, answer: false }
}

/** Returns the filters of a tree, including those of cohorts, each with the filter that it explains. */
function filtersOf(tree: Explanation, { flags, cohorts }: DefinitionsDocument): [PropertyFilter, FilterExplanation][] {
  const flag = flags.find(({ key }) => key === tree.key)
  return tree.conditions.flatMap(({ filters }, condition) =>
    filters.flatMap((explained, index) => {
      const filter = flag?.filters.groups[condition]?.properties?.[index]
      if (!filter) throw new Error('the tree has a filter that the flag has not')
      const { criteria, id } = explained.cohort ?? {}
      const inner = criteria ? criteriaOf(criteria, cohorts[id ?? '']) : []
      return [[filter, explained] as [PropertyFilter, FilterExplanation], ...inner]
    }),
  )
}

function criteriaOf(part: CohortPartExplanation, stored: unknown): [PropertyFilter, FilterExplanation][] {
  // The tree has the structure of the definition that it explains.
  if (part.kind === 'filter') return [[stored as PropertyFilter, part.filter]]
  const { values } = stored as { readonly values: readonly unknown[] }
  return part.parts.flatMap((inner, index) => criteriaOf(inner, values[index]))
}

/** Returns the decision of a flag with only one filter. */
function probe(filter: PropertyFilter, project: DefinitionsDocument, subject: Subject): Decision {
  const filters = { groups: [{ properties: [filter] }] }
  const flag = { ...(project.flags[0] as FlagDefinition), id: 999, key: 'probe', active: true, filters }
  const person = { ...flag, bucketing_identifier: null, ensure_experience_continuity: false }
  return compileDefinitions({ ...project, flags: [...project.flags, person] }, { patterns: re2Patterns }).evaluate(
    'probe',
    subject,
  )
}

/** Returns the decision after the steps are applied; undefined if they leave open how. */
function decisionAfter(
  steps: readonly ChangeStep[],
  flag: FlagDefinition,
  subject: Subject,
  project: DefinitionsDocument,
): Decision | undefined {
  let [after, who]: readonly [FlagDefinition, Subject] = [flag, subject]
  for (const step of steps) {
    const next = follow(step, after, who)
    if (!next) return undefined
    ;[after, who] = next
  }
  const flags = project.flags.map((other) => (other.key === flag.key ? after : other))
  return compileDefinitions({ ...project, flags }, { patterns: re2Patterns }).evaluate(flag.key, who)
}

function follow(step: ChangeStep, flag: FlagDefinition, who: Subject): readonly [FlagDefinition, Subject] | undefined {
  const { filters } = flag
  switch (step.kind) {
    case 'switch_on':
    case 'switch_off':
      return [{ ...flag, active: step.kind === 'switch_on' }, who]
    case 'add_condition':
      return [{ ...flag, filters: { ...filters, groups: [{}] } }, who]
    case 'raise_rollout':
    case 'lower_rollout': {
      const change = { rollout_percentage: step.to }
      const groups = filters.groups.map((set, index) => (index === step.conditionIndex ? { ...set, ...change } : set))
      return [{ ...flag, filters: { ...filters, groups } }, who]
    }
    case 'lower_holdout':
      return [{ ...flag, filters: { ...filters, holdout: { id: 7, exclusion_percentage: step.to } } }, who]
    case 'set_enrollment':
      return [flag, { ...who, properties: { ...who.properties, [step.property]: step.value } }]
    case 'join_cohort':
      return step.cohortId === '7' ? [flag, { ...who, cohortIds: [7] }] : undefined
    case 'set_property': {
      const { example, owner, property } = step
      if (example.kind === 'unknown') return undefined
      const value = example.kind === 'value' ? example.value : undefined
      if (owner.kind === 'person') return [flag, { ...who, properties: { ...who.properties, [property]: value } }]
      if (owner.kind === 'person_metadata') return [flag, { ...who, personMetadata: { created_at: String(value) } }]
      // The only other owner is a group.
      const { groupType } = owner as Extract<PropertyOwner, { readonly kind: 'group' }>
      const own = { ...who.groupProperties?.[groupType], [property]: value }
      return [flag, { ...who, groupProperties: { ...who.groupProperties, [groupType]: own } }]
    }
    default:
      return undefined
  }
}
