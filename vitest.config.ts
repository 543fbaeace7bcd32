import { defineConfig } from 'vitest/config'
import { seededDraws } from './test/random/seeded-draws.ts'

/** What is as large as it gets, and keeps nobody waiting for more than 50 ms all the same (OUT-13). */
const HOSTILE = 'packages/*/test/**/hostile-*.test.ts'

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [seededDraws()],
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'examples/*/*.test.ts',
            'scripts/**/*.test.ts',
            'test/random/**/*.test.ts',
          ],
          exclude: ['**/*.integration.test.ts'],
        },
      },
      {
        plugins: [seededDraws()],
        test: {
          name: 'integration',
          globalSetup: ['./packages/store-postgres/test/support/global-setup.ts', './test/services/redis-setup.ts'],
          include: ['packages/*/src/**/*.integration.test.ts', 'packages/*/test/**/*.test.ts'],
          exclude: ['packages/*/test/browser/**', HOSTILE],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [seededDraws()],
        test: {
          name: 'hostile',
          include: [HOSTILE],
          // They measure how long a turn takes, and a neighbour on the same core makes it longer.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [seededDraws()],
        test: {
          name: 'browser',
          globalSetup: './test/services/chromium-setup.ts',
          include: ['test/browser/**/*.test.ts', 'packages/*/test/browser/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [seededDraws()],
        test: {
          name: 'endurance',
          globalSetup: ['./packages/store-postgres/test/support/global-setup.ts', './test/services/redis-setup.ts'],
          include: ['test/endurance/**/*.test.ts'],
          // They measure, and each takes the whole machine.
          fileParallelism: false,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
