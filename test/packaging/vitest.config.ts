import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'packaging',
    root: import.meta.dirname,
    include: ['*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
    // Each waits for a program of its own.
    sequence: { concurrent: true },
    maxConcurrency: availableParallelism(),
  },
})
