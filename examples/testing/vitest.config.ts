import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*.spec.ts'],
    setupFiles: './write-coverage.ts',
    globalSetup: './report-coverage.ts',
  },
})
