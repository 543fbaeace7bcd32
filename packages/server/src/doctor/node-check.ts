import type { Check } from './check.ts'

/** `cli.ts` has refused older ones. */
export function nodeCheck(): Check {
  return { name: 'node', ok: true, detail: process.versions.node }
}
