import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'

const SEEDED = fileURLToPath(new URL('./seeded-fast-check.ts', import.meta.url))

/** Replaces fast-check by the seeded one in tests. A setup file would load it also for tests without random data. */
export function seededDraws(): Plugin {
  return {
    name: 'seeded-draws',
    enforce: 'pre',
    resolveId: (source, importer) => (source === 'fast-check' && importer !== SEEDED ? SEEDED : undefined),
  }
}
