import type { Check } from './check.ts'

/** Returns the version of Node. `cli.ts` has already refused unsupported versions. */
export function nodeCheck(): Check {
  return { name: 'node', ok: true, detail: process.versions.node }
}
