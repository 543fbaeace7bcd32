import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'packaging',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // Each test waits for a separate program.
    sequence: { concurrent: true },
    maxConcurrency: availableParallelism(),
  },
})
