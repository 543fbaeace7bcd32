import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          globalSetup: ['./packages/store-postgres/test/support/global-setup.ts', './test/services/redis-setup.ts'],
          include: ['packages/*/src/**/*.integration.test.ts', 'packages/*/test/**/*.test.ts'],
          exclude: ['packages/*/test/browser/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          globalSetup: './test/services/chromium-setup.ts',
          include: ['test/browser/**/*.test.ts', 'packages/*/test/browser/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
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
