import { describe, expect, test } from 'vitest'
import { boundaryProblems } from './boundary-problems.ts'

function problemsOf(path: string, imports: readonly string[], declared: readonly string[] = []) {
  return boundaryProblems({ path, imports, declared })
}

describe('boundaryProblems', () => {
  test('core imports its three libraries and its own files', () => {
    expect(problemsOf('packages/core/src/flags/flag.ts', ['zod', 're2js', 'lru-cache', '../json/json.ts'])).toEqual([])
  })

  test.for(['node:fs', 'vitest', 'kysely', '@flagdeck/http', 'zod-openapi'])('core does not import %s', (specifier) => {
    expect(problemsOf('packages/core/src/flags/flag.ts', [specifier])).toHaveLength(1)
  })

  test.for(['@flagdeck/store-sql', 'node:http', '@flagdeck/store-sqlite'])('http does not import %s', (specifier) => {
    expect(problemsOf('packages/http/src/router.ts', [specifier])).toHaveLength(1)
  })

  test('a store sees the port, not the HTTP face', () => {
    expect(problemsOf('packages/store-sqlite/src/index.ts', ['@flagdeck/core/testing', 'node:fs'])).toEqual([])
    expect(problemsOf('packages/store-sqlite/src/index.ts', ['@flagdeck/http'])).toHaveLength(1)
  })

  test('the conformance suite may use the test runner', () => {
    expect(problemsOf('packages/core/src/testing/describe-store.ts', ['vitest'])).toEqual([])
  })

  test('evaluation does not reach into storage, neighbours of storage may', () => {
    expect(problemsOf('packages/core/src/evaluation/snapshot.ts', ['../storage/store.ts'])).toHaveLength(1)
    expect(problemsOf('packages/core/src/flags/create-flag.ts', ['../storage/store.ts'])).toEqual([])
  })

  test('a relative import stays in its package', () => {
    expect(problemsOf('packages/http/src/router.ts', ['../../core/src/index.ts'])).toHaveLength(1)
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
