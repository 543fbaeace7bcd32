import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'

const SEEDED = fileURLToPath(new URL('./seeded-fast-check.ts', import.meta.url))

/** Gives tests the seeded fast-check. Not by a setup file, which would load it for all those that draw nothing. */
export function seededDraws(): Plugin {
  return {
    name: 'seeded-draws',
    enforce: 'pre',
    resolveId: (source, importer) => (source === 'fast-check' && importer !== SEEDED ? SEEDED : undefined),
  }
}
