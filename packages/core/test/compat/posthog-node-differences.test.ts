import { describe, expect, test } from 'vitest'
import { compileDefinitions } from '../../src/evaluation/compile-definitions.ts'
import type { DefinitionsDocument, FlagDefinition } from '../../src/evaluation/definition/definitions.ts'
import type { PropertyFilter } from '../../src/evaluation/definition/flag-filters.ts'
import type { EvaluatedOperator } from '../../src/evaluation/definition/operator.ts'
import type { Subject } from '../../src/evaluation/definition/subject.ts'
import { re2Patterns } from '../../src/evaluation/operators/re2-patterns.ts'
import type { JsonValue } from '../../src/foundation/json/json-value.ts'
import {
  definitionsDocument,
  flagDefinition,
  flagWith,
  personFilter,
} from '../../src/testing/evaluation/definitions-document.ts'
import { startLocalSdk } from './local-sdk.ts'

type Answer = string | boolean | undefined

/** One question on which the two are meant to differ; `undefined` is what the SDK says when it must ask a server. */
interface Difference {
  readonly document: DefinitionsDocument
  readonly subject?: Partial<Subject>
  readonly ours: Answer
  readonly theirs: Answer
}

/** A class of differences: why they differ, and questions that show it. */
type Differences = Readonly<Record<string, readonly Difference[]>>

const sdk = await startLocalSdk()

/** One filter and one value of the property it is about. */
function property(
  operator: EvaluatedOperator,
  filter: JsonValue,
  value: JsonValue,
  answers: { readonly ours: Answer; readonly theirs: Answer },
): Difference {
  const flag = flagWith([{ properties: [personFilter('p', operator, filter)] }])
  return { document: definitionsDocument([flag]), subject: { properties: { p: value } }, ...answers }
}

const missing = (operator: EvaluatedOperator, ours: boolean): Difference => ({
  document: definitionsDocument([flagWith([{ properties: [personFilter('p', operator, '1')] }])]),
  ours,
  theirs: undefined,
})

const only = (flag: FlagDefinition, settings: Partial<DefinitionsDocument> = {}) =>
  definitionsDocument([flag], settings)

const TEXT: Differences = {
  'an integer has one text here, and the SDK cannot know whether it was 1 or 1.0': [
    property('exact', '1', 1, { ours: true, theirs: undefined }),
    property('exact', 1, '1', { ours: true, theirs: undefined }),
  ],
  'a list or an object is its JSON here, and what String makes of it there': [
    property('icontains', '1,2', [1, 2], { ours: true, theirs: true }),
    property('icontains', '[1', [1, 2], { ours: true, theirs: false }),
    property('icontains', 'object', { a: 1 }, { ours: false, theirs: true }),
    property('regex', '^\\{', { a: 1 }, { ours: true, theirs: false }),
  ],
  'a filter without a value matches nobody here, and the text null there': [
    property('exact', null, null, { ours: false, theirs: true }),
    property('is_not', null, 'x', { ours: false, theirs: true }),
  ],
  'a property that the subject does not have is not set here, and may be known to the server there': [
    missing('is_not', true),
    missing('not_icontains', true),
    missing('is_not_set', true),
    missing('exact', false),
    missing('gt', false),
    missing('is_set', false),
  ],
}

const NUMBERS: Differences = {
  'text is a number here only when all of it is one': [
    property('gt', '5', '12abc', { ours: false, theirs: true }),
    property('lt', '5', '2024-02-29', { ours: false, theirs: false }),
    property('gt', '5', '2024-02-29', { ours: false, theirs: true }),
  ],
  'what is no number compares as text there': [
    property('gt', 'abc', 'abd', { ours: false, theirs: true }),
    property('lt', 'true', false, { ours: false, theirs: true }),
    property('lt', 'inf', '5', { ours: true, theirs: true }),
    property('gt', 'inf', 'zzz', { ours: false, theirs: true }),
  ],
}

const DATES: Differences = {
  'a number is seconds since 1970 here and milliseconds there': [
    property('is_date_after', '2020-01-01', 1_700_000_000, { ours: true, theirs: false }),
  ],
  'a date that does not exist never matches here, and rolls over there': [
    property('is_date_after', '2022-02-28', '2022-02-31', { ours: false, theirs: true }),
    property('is_date_before', '2022-02-28', 'soon', { ours: false, theirs: undefined }),
  ],
  'a date without a year is none here, and in 2001 there': [
    property('is_date_before', '2022-01-01', 'May 27 02:45:27', { ours: false, theirs: true }),
  ],
  'parts of a millisecond count here': [
    property('is_date_after', '2022-01-01T00:00:00Z', '2022-01-01T00:00:00.0005Z', { ours: true, theirs: false }),
  ],
  'a date without an offset is in the time zone of the project here': [
    {
      ...property('is_date_before', '2022-01-01T00:00:00Z', '2022-01-01', { ours: true, theirs: false }),
      document: only(flagWith([{ properties: [personFilter('p', 'is_date_before', '2022-01-01T00:00:00Z')] }]), {
        timezone: 'Asia/Tokyo',
      }),
    },
  ],
}

const VERSIONS: Differences = {
  'a pre-release comes before its release here, and is the same there': [
    property('semver_lt', '1.0.0', '1.0.0-beta', { ours: true, theirs: false }),
    property('semver_eq', '1.0.0', '1.0.0-beta', { ours: false, theirs: true }),
    property('semver_wildcard', '1.*', '1.5.0-beta', { ours: false, theirs: true }),
    property('semver_caret', '1.0.0', '1.5.0-beta', { ours: false, theirs: true }),
  ],
  'build metadata counts here': [property('semver_eq', '1.0.0', '1.0.0+7', { ours: false, theirs: true })],
  'a version has at most three numbers here, and those after them are ignored there': [
    property('semver_eq', '1.2.3', '1.2.3.4', { ours: false, theirs: true }),
  ],
  'a capital V is no part of a version here': [property('semver_eq', '1.2.3', 'V1.2.3', { ours: false, theirs: true })],
  'leading zeros mean nothing here, and no version there': [
    property('semver_eq', '1.2.3', '01.2.3', { ours: true, theirs: undefined }),
  ],
  'no version is no version, and never inconclusive': [
    property('semver_neq', '1.2.3', 'x', { ours: false, theirs: undefined }),
  ],
  'a number that is left out is free in a wildcard here': [
    property('semver_wildcard', '*', '1.2.3', { ours: true, theirs: undefined }),
    property('semver_wildcard', '1.2', '1.9.0', { ours: true, theirs: false }),
  ],
}

const PATTERNS: Differences = {
  'patterns are RE2: no look-around and no back-references': [
    property('regex', '(a)\\1', 'aa', { ours: false, theirs: undefined }),
    property('regex', '(?=a)', 'a', { ours: false, theirs: undefined }),
  ],
  'a repetition beyond 1,000 is refused here': [
    property('regex', '^a{1001}$', 'a'.repeat(1001), { ours: false, theirs: true }),
  ],
  'a vertical tab is no white space in RE2': [property('regex', '\\s', '\v', { ours: false, theirs: true })],
  'a pattern that the SDK leaves to the server is decided here': [
    property('regex', '\\bpro\\b', 'a pro', { ours: true, theirs: undefined }),
    property('regex', '(?i)PRO', 'pro', { ours: true, theirs: undefined }),
    property('regex', 'ü', 'Grün', { ours: true, theirs: undefined }),
  ],
}

const SERVER_ONLY: Differences = {
  'operators that the SDK does not know are decided here': [
    property('between', [1, 5], 3, { ours: true, theirs: undefined }),
    property('not_between', [1, 5], 9, { ours: true, theirs: undefined }),
    property('icontains_multi', ['x', 'y'], 'xyz', { ours: true, theirs: undefined }),
    property('is_date_exact', '2022-01-01', '2022-01-01', { ours: true, theirs: undefined }),
  ],
}

const half = [{ rollout_percentage: 50 }]
const everyone = { rollout_percentage: 100 }

const IDENTIFIERS: Differences = {
  'the empty distinct id is in no partial rollout here': [
    {
      document: only({ ...flagWith([{ rollout_percentage: 99.9 }]) }),
      subject: { distinctId: '' },
      ours: false,
      theirs: undefined,
    },
  ],
  'a distinct id is cut to 200 characters here': [
    { document: only(flagWith(half)), subject: { distinctId: `${'b'.repeat(200)}0` }, ours: true, theirs: false },
  ],
  'a missing device leaves a flag by device at what does not depend on it': [
    {
      document: only({ ...flagWith([{ rollout_percentage: 50 }, everyone]), bucketing_identifier: 'device_id' }),
      ours: true,
      theirs: undefined,
    },
  ],
  'experience continuity goes by the id from before signing in': [
    { document: only({ ...flagWith([everyone]), ensure_experience_continuity: true }), ours: true, theirs: undefined },
  ],
}

const onGroup: PropertyFilter = { key: 'tier', type: 'group', operator: 'exact', value: 'gold', group_type_index: 0 }
const gold = { groups: { organization: 'acme' }, groupProperties: { organization: { tier: 'gold' } } }

const STEPS: Differences = {
  'early access is evaluated here and ignored there': [
    {
      document: only(flagWith([{ rollout_percentage: 0 }], { feature_enrollment: true })),
      subject: { properties: { '$feature_enrollment/flag': true } },
      ours: true,
      theirs: false,
    },
  ],
  'a holdout with text for a percentage is none here': [
    {
      document: only(flagWith([everyone], { holdout: { id: 1, exclusion_percentage: '100' as never } })),
      ours: true,
      theirs: 'holdout-1',
    },
  ],
  'a filter reads the properties its type names, whatever its condition set is about': [
    {
      document: only(flagWith([{ properties: [onGroup] }])),
      subject: { ...gold, properties: { tier: 'tin' } },
      ours: true,
      theirs: false,
    },
    {
      document: only(
        flagWith([{ properties: [personFilter('tier', 'exact', 'tin')] }], { aggregation_group_type_index: 0 }),
      ),
      subject: { ...gold, properties: { tier: 'tin' } },
      ours: true,
      theirs: false,
    },
  ],
  'a group type that the project does not have is one that nobody is in': [
    {
      document: only(flagWith([everyone], { aggregation_group_type_index: 4 })),
      subject: gold,
      ours: false,
      theirs: undefined,
    },
  ],
}

const member = personFilter('plan', 'exact', 'pro')
const inCohort = (operator: string): PropertyFilter => ({
  key: 'id',
  type: 'cohort',
  value: 1,
  operator: operator as 'in',
})
const cohortFlag = (operator: string) => flagWith([{ properties: [inCohort(operator)] }])
const cohorts = (cohort: JsonValue) => ({ cohorts: { 1: cohort } })
// The values of every filter are JSON; the type of filters says so only in part.
const leaf = member as unknown as JsonValue
const pro = { properties: { plan: 'pro' } }

const COHORTS: Differences = {
  'a cohort without criteria has no members here, and everybody there': [
    { document: only(cohortFlag('in'), cohorts({})), subject: pro, ours: false, theirs: true },
  ],
  'an operator that cohorts do not have matches nobody here': [
    {
      document: only(cohortFlag('icontains'), cohorts({ type: 'AND', values: [leaf] })),
      subject: pro,
      ours: false,
      theirs: true,
    },
  ],
  'filters and groups may stand side by side in a cohort here': [
    {
      document: only(cohortFlag('in'), cohorts({ type: 'AND', values: [{ type: 'OR', values: [leaf] }, leaf] })),
      subject: { properties: { plan: 'free' } },
      ours: false,
      theirs: false,
    },
    {
      document: only(cohortFlag('in'), cohorts({ type: 'OR', values: [{ type: 'OR', values: [] }, leaf] })),
      subject: { properties: { plan: 'free' } },
      ours: false,
      theirs: undefined,
    },
  ],
  'a cohort is about the person here, also in a flag on groups': [
    {
      document: only(
        flagWith([{ properties: [inCohort('in')] }], { aggregation_group_type_index: 0 }),
        cohorts({ type: 'AND', values: [leaf] }),
      ),
      subject: { ...pro, groups: { organization: 'a' }, groupProperties: { organization: { plan: 'free' } } },
      ours: true,
      theirs: false,
    },
  ],
  'a cohort that is not in the definitions fails the flag, which is then off': [
    { document: only(cohortFlag('in')), subject: pro, ours: false, theirs: undefined },
    { document: only(cohortFlag('not_in')), subject: pro, ours: false, theirs: undefined },
  ],
}

const base = flagDefinition({ id: 2, key: 'base' })
const onFlag = (rest: object) =>
  flagWith([{ properties: [{ key: 'base', type: 'flag', operator: 'flag_evaluates_to', value: true, ...rest }] }])

const DEPENDENCIES: Differences = {
  'a filter on a flag has one operator here': [
    {
      document: definitionsDocument([base, onFlag({ dependency_chain: ['base'], operator: 'exact' })]),
      ours: false,
      theirs: true,
    },
  ],
  'a flag whose dependencies are missing or circular is off here, even where an earlier condition set matches': [
    { document: only(onFlag({ dependency_chain: [] })), ours: false, theirs: undefined },
    {
      document: only(flagWith([everyone, ...onFlag({ dependency_chain: ['base'] }).filters.groups])),
      ours: false,
      theirs: true,
    },
  ],
}

describe.each(
  Object.entries({
    ...TEXT,
    ...NUMBERS,
    ...DATES,
    ...VERSIONS,
    ...PATTERNS,
    ...SERVER_ONLY,
    ...IDENTIFIERS,
    ...STEPS,
    ...COHORTS,
    ...DEPENDENCIES,
  }),
)('unlike posthog-node: %s', (_, differences) => {
  test.each(differences)('ours $ours, theirs $theirs', async ({ document, subject, ours, theirs }) => {
    await sdk.load(document)
    const who = { distinctId: 'ada', ...subject }
    expect(compileDefinitions(document, { patterns: re2Patterns }).variant('flag', who)).toBe(ours)
    expect((await sdk.evaluate(who)).values.get('flag')).toBe(theirs)
  })
})
