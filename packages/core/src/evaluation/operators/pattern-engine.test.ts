import { describe, expect, test } from 'vitest'
import {
  definitionsDocument,
  flagDefinition,
  flagWith,
  personFilter,
} from '../../testing/evaluation/definitions-document.ts'
import { compileDefinitions, replaceDefinitions } from '../compile-definitions.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import type { EvaluatedOperator } from '../definition/operator.ts'
import type { PatternEngine } from './pattern-engine.ts'

const ada = { distinctId: 'ada', properties: { mail: 'ada@acme.com' } }
const PROBLEM = 'Feature flag cannot be evaluated (it contains a pattern, but there is no pattern engine)'

/** Returns a flag for users whose mail passes an operator. */
function asking(operator: EvaluatedOperator): FlagDefinition {
  return flagWith([{ properties: [personFilter('mail', operator, 'acme')] }])
}

/** Treats a pattern as plain text. */
const plainText: PatternEngine = { compile: (pattern) => ({ find: (text) => text.includes(pattern) }) }

describe('EVAL-62 without a pattern engine', () => {
  test.each(['regex', 'not_regex'] as const)('a flag with %s fails, and no other', (operator) => {
    const other = flagDefinition({ id: 2, key: 'other' })
    const [flag, next] = compileDefinitions(definitionsDocument([asking(operator), other])).evaluateAll(ada)
    expect(flag).toMatchObject({ enabled: false, failed: true, reason: { code: 'evaluation_failed' } })
    expect(flag?.reason.description).toBe(PROBLEM)
    expect(next).toMatchObject({ enabled: true, failed: false })
  })

  test('so does one on a cohort that has a pattern', () => {
    const flag = flagWith([{ properties: [{ key: 'id', type: 'cohort', value: 7 }] }])
    const cohorts = { 7: { type: 'AND', values: [{ key: 'mail', type: 'person', operator: 'regex', value: 'acme' }] } }
    const decision = compileDefinitions(definitionsDocument([flag], { cohorts })).evaluate('flag', ada)
    expect(decision).toMatchObject({ failed: true, reason: { description: PROBLEM } })
  })

  test('a pattern that is null matches nobody, as with one', () => {
    const flag = flagWith([{ properties: [personFilter('mail', 'regex', null)] }])
    expect(compileDefinitions(definitionsDocument([flag])).evaluate('flag', ada)).toMatchObject({ failed: false })
  })
})

describe('EVAL-62 an application’s own pattern engine', () => {
  test('is asked, also by the snapshots that follow', () => {
    const document = definitionsDocument([asking('regex')])
    const first = compileDefinitions(document, { patterns: plainText })
    const { flags: _, ...settings } = { ...document, timezone: 'Europe/Berlin' }
    const second = replaceDefinitions(first, { version: 2, changed: [asking('not_regex')], settings })
    expect([first, second].map((snapshot) => snapshot.isEnabled('flag', ada))).toEqual([true, false])
    expect(second.evaluate('flag', ada)).toMatchObject({ failed: false })
  })
})
