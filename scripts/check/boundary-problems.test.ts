import { describe, expect, test } from 'vitest'
import { boundaryProblems } from './boundary-problems.ts'

function problemsOf(path: string, imports: readonly string[], declared: readonly string[] = []) {
  return boundaryProblems({
    path,
    imports: imports.map((specifier, index) => ({ specifier, line: index + 1 })),
    declared,
  })
}

describe('boundaryProblems', () => {
  test('core imports its three libraries and its own files', () => {
    expect(
      problemsOf('packages/core/src/data/records/flag.ts', [
        'zod',
        're2js',
        'lru-cache',
        '../../foundation/json/json-value.ts',
      ]),
    ).toEqual([])
  })

  test.for(['node:fs', 'vitest', 'kysely', '@flagdeck/http', 'zod-openapi'])('core does not import %s', (specifier) => {
    expect(problemsOf('packages/core/src/data/records/flag.ts', [specifier])).toHaveLength(1)
  })

  test.for(['@flagdeck/store-sql', 'node:http', '@flagdeck/store-sqlite'])('http does not import %s', (specifier) => {
    expect(problemsOf('packages/http/src/rest/routing/router.ts', [specifier])).toHaveLength(1)
  })

  test('a store sees the port, not the HTTP face', () => {
    expect(problemsOf('packages/store-sqlite/src/index.ts', ['@flagdeck/core/testing', 'node:fs'])).toEqual([])
    expect(problemsOf('packages/store-sqlite/src/index.ts', ['@flagdeck/http'])).toHaveLength(1)
  })

  test('the conformance suite may use the test runner', () => {
    expect(problemsOf('packages/store-suite/src/describe-store.ts', ['vitest', '@flagdeck/core'])).toEqual([])
  })

  test.for([
    ['packages/core/src/evaluation/snapshot/snapshot.ts', '../../data/store.ts'],
    ['packages/core/src/foundation/json/json-value.ts', '../../evaluation/snapshot/snapshot.ts'],
    ['packages/core/src/features/flags/create-flag.ts', '../../deck/flagdeck.ts'],
    ['packages/core/src/features/flags/create-flag.ts', '../dashboards/create-dashboard.ts'],
    ['packages/core/src/data/store.ts', '../odds-and-ends/a.ts'],
    ['packages/http/src/rest/endpoint.ts', '../api/endpoints/flags.ts'],
    ['packages/http/src/rest/openapi/openapi-headers.ts', '../../api/wire/flag.ts'],
  ])('%s does not import %s', ([path = '', specifier = '']) => {
    expect(problemsOf(path, ['./neighbour.ts', specifier])).toEqual([
      expect.stringMatching(`^${path}:2: ${specifier.replaceAll('.', '\\.')} is (on a floor above|of another feature)`),
    ])
  })

  test('a floor imports those under it, and a feature those that it was allowed', () => {
    expect(problemsOf('packages/core/src/features/flags/create-flag.ts', ['../../data/store.ts'])).toEqual([])
    expect(problemsOf('packages/core/src/features/flags/serve-flags.ts', ['../persons/persons.ts'])).toEqual([])
    expect(problemsOf('packages/core/src/features/flags/a.test.ts', ['../../deck/flagdeck.ts'])).toEqual([])
    expect(
      problemsOf('packages/http/src/api/handlers/flags.ts', ['../../rest/routing/route.ts', '../wire/flag.ts']),
    ).toEqual([])
    expect(problemsOf('packages/http/src/index.ts', ['./api/endpoints/index.ts', './rest/routing/route.ts'])).toEqual(
      [],
    )
  })

  test('an import upwards is named with its file, its line and the rule', () => {
    expect(
      problemsOf('packages/http/src/rest/routing/router.ts', ['./route.ts', '../../api/flagdeck-application.ts']),
    ).toEqual([
      'packages/http/src/rest/routing/router.ts:2: ../../api/flagdeck-application.ts is on a floor above: rest may not import from api',
    ])
  })

  test('only tests, and what supports them, import what supports tests', () => {
    const deck = 'packages/core/src/testing/test-deck.ts'
    expect(problemsOf('packages/core/src/features/flags/a.ts', ['../../testing/test-deck.ts'])).toEqual([
      'packages/core/src/features/flags/a.ts:1: ../../testing/test-deck.ts supports tests: nothing else may import from it',
    ])
    expect(problemsOf('packages/core/src/index.ts', ['./testing/index.ts'])).toHaveLength(1)
    expect(problemsOf('packages/core/src/features/flags/a.test.ts', ['../../testing/test-deck.ts'])).toEqual([])
    expect(problemsOf(deck, ['./fixed-clock.ts', '../deck/flagdeck.ts', 'vitest'])).toEqual([])
  })

  test('a relative import stays in its package', () => {
    expect(problemsOf('packages/http/src/rest/routing/router.ts', ['../../../../core/src/index.ts'])).toHaveLength(1)
  })

  test('only tests use the servers that are brought along for tests', () => {
    const service = '../../../test/services/redis.ts'
    expect(problemsOf('packages/redis/test/outage.test.ts', [service])).toEqual([])
    expect(problemsOf('packages/redis/src/index.ts', [service])).toHaveLength(1)
    expect(problemsOf('packages/redis/test/outage.test.ts', ['../../../test/browser/a.ts'])).toHaveLength(1)
  })

  test('a test imports what is declared and nothing else', () => {
    const declared = ['vitest', 'fast-check']
    expect(problemsOf('packages/core/src/a.test.ts', ['vitest', 'fast-check', 'node:crypto'], declared)).toEqual([])
    expect(problemsOf('packages/core/test/a.ts', ['kysely'], declared)).toHaveLength(1)
  })

  test('a package without a rule is a problem', () => {
    expect(problemsOf('packages/unheard-of/src/index.ts', [])).toHaveLength(1)
  })
})
