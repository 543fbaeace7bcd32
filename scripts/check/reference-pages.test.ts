import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MISSING_DISTINCT_ID } from '../../packages/core/src/deck/subject-of-call.ts'
import type { ReasonCode } from '../../packages/core/src/evaluation/definition/decision.ts'
import { EVALUATED_ONLY_OPERATORS, OPERATORS } from '../../packages/core/src/evaluation/definition/operator.ts'
import { reason } from '../../packages/core/src/evaluation/flags/reason.ts'
import { filterStructure, propertyFilter } from '../../packages/core/src/features/filters/filter-structure.ts'
import { definitionsSchema } from '../../packages/http/src/api/wire/definitions.ts'
import { inWorkspace } from '../workspace/source-files.ts'

const read = (path: string) => readFileSync(inWorkspace(path), 'utf8')
const page = (name: string) => read(`docs/reference/${name}.md`)

/** Returns the words with which no piece of code on a page starts. */
function missingIn(text: string, words: readonly string[]): readonly string[] {
  const named = new Set(text.match(/(?<=[`"])[$\w]+/g))
  return words.filter((word) => !named.has(word))
}

const CODES = {
  super_condition_value: true,
  holdout_condition_value: true,
  condition_match: true,
  out_of_rollout_bound: true,
  no_condition_match: true,
  no_group_type: true,
  flag_disabled: true,
  missing_dependency: true,
  flag_not_found: true,
  missing_distinct_id: true,
  evaluation_failed: true,
} satisfies Record<ReasonCode, true>

test.for(Object.keys(CODES) as ReasonCode[])('reasons.md has the code %s and its description', (code) => {
  const row = page('reasons')
    .split('\n')
    .find((line) => line.startsWith(`| \`${code}\` |`))
  const { description } = code === 'missing_distinct_id' ? MISSING_DISTINCT_ID : reason(code)
  expect(row).toContain(`| ${description}`)
})

test('filters.md has every field and every operator', () => {
  const fields = [...Object.keys(filterStructure.shape), ...Object.keys(propertyFilter.shape)]
  expect(missingIn(page('filters'), [...fields, ...OPERATORS, ...EVALUATED_ONLY_OPERATORS])).toEqual([])
})

test('definitions.md has every field of the document', () => {
  expect(missingIn(page('definitions'), Object.keys(definitionsSchema.shape))).toEqual([])
})

test('sdk-requests.md has every name by which an SDK calls a field', () => {
  const source = read('packages/http/src/api/wire/sdk-request.ts')
  const names = [...source.matchAll(/first\(body, ([^)]+)\)/g)].flatMap(({ 1: list = '' }) => list.match(/[$\w]+/g))
  expect(names).toContain('$anon_distinct_id')
  expect(missingIn(page('sdk-requests'), names.map(String))).toEqual([])
})
