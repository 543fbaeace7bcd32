import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files whose tests take long. Vitest orders by size, so it would start them last. */
const LONGEST = [
  'store-postgres/src/postgres-store.integration.test.ts',
  'store-sqlite/src/sqlite-store.test.ts',
  'store-node-sqlite/node-sqlite-store.test.ts',
  'http/test/api-on-postgres.test.ts',
  'http/test/api-on-sqlite.test.ts',
  'http/test/api-on-memory.test.ts',
  'http/test/member-turns.test.ts',
  'http/test/impact-turns.test.ts',
  'http/test/actors-on-memory.test.ts',
  'http/test/actors-on-postgres.test.ts',
  'http/test/actors-on-sqlite.test.ts',
  'http/test/bounds-on-postgres.test.ts',
  'http/test/bounds-on-sqlite.test.ts',
  'store-postgres/test/processes.test.ts',
  'store-suite/src/memory-store.test.ts',
  'client/src/create-client.test.ts',
  'core/src/runtime/usage/hostile-calls.test.ts',
  'browser/console-every-screen.test.ts',
  'browser/console-flag.test.ts',
  'hostile-sizes/hostile-batches.test.ts',
  'hostile-sizes/hostile-sizes.test.ts',
  'http/test/hostile-endpoints.test.ts',
]

/** Starts with the tests that take longest, so that no worker still runs one of them when the others are idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONGEST.findIndex((path) => moduleId.endsWith(path))
  return rank < 0 ? LONGEST.length : rank
}
