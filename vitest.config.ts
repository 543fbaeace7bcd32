import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { seededDraws } from './test/random/seeded-draws.ts'
import { LongestFirst } from './test/sequence/longest-first.ts'

/** What is as large as it gets, and keeps nobody waiting for more than 50 ms all the same (OUT-13). */
const HOSTILE = 'packages/*/test/**/hostile-*.test.ts'

/** What is there before the first test runs. */
const POSTGRES = './packages/store-postgres/test/support/global-setup.ts'
const REDIS = './test/services/redis-setup.ts'
const PGBOUNCER = './test/services/pgbouncer-setup.ts'
const COMMAND = './test/services/command-setup.ts'
const FILES = './test/services/temporary-files-setup.ts'

/** Vitest alone would leave one processor idle, which on a machine with two is half of it. */
const WORKERS = availableParallelism()

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // What was transformed for one project, or in the last run, is not transformed again.
    fsModuleCache: true,
    projects: [
      {
        plugins: [seededDraws()],
        test: {
          name: 'unit',
          globalSetup: FILES,
          include: [
            'packages/*/src/**/*.test.ts',
            'examples/store-node-sqlite/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/{report,scale}/*.test.ts',
            'test/random/**/*.test.ts',
          ],
          exclude: ['**/*.integration.test.ts'],
          // A guard against what never ends. How fast something is, no test says.
          testTimeout: 30_000,
          // Modules are loaded once a worker, not once a file: they keep nothing that a test could change.
          isolate: false,
          // One more than there are processors: they wait for timers and answers for a sixth of their time.
          maxWorkers: WORKERS + 1,
        },
      },
      {
        plugins: [seededDraws()],
        test: {
          name: 'integration',
          globalSetup: [FILES, POSTGRES, PGBOUNCER, REDIS, COMMAND],
          include: [
            'packages/*/src/**/*.integration.test.ts',
            'packages/*/test/**/*.test.ts',
            'test/agents/**/*.test.ts',
            'test/documents/**/*.test.ts',
          ],
          exclude: ['packages/*/test/browser/**', HOSTILE],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // As with unit tests: what a test starts it ends itself, and nothing is kept in modules.
          isolate: false,
          // One more than there are processors: much of their time they wait for an interval, or for PostgreSQL.
          maxWorkers: WORKERS + 1,
        },
      },
      {
        plugins: [seededDraws()],
        test: {
          name: 'hostile',
          globalSetup: COMMAND,
          include: [HOSTILE],
          // They measure how long a turn takes in the time of its own thread, and in the best of several attempts.
          maxWorkers: WORKERS,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [seededDraws()],
        test: {
          name: 'browser',
          globalSetup: ['./test/services/chromium-setup.ts', POSTGRES, COMMAND],
          include: ['test/browser/**/*.test.ts', 'packages/*/test/browser/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // A page, its browser and the server share the processors with other tests.
          expect: { poll: { timeout: 15_000 } },
          isolate: false,
          // They wait for Chromium, and Chromium for them.
          maxWorkers: WORKERS + 1,
        },
      },
      {
        plugins: [seededDraws()],
        test: {
          name: 'endurance',
          globalSetup: [POSTGRES, REDIS, COMMAND],
          include: ['test/endurance/**/*.test.ts'],
          // They measure, and each takes the whole machine.
          fileParallelism: false,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
