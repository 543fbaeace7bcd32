import { readFile } from 'node:fs/promises'
import type { Options } from 'tsup'

type EsbuildPlugin = NonNullable<Options['esbuildPlugins']>[number]

/** Libraries whose regular expressions contain characters that are not in Latin-1. */
const LIBRARIES = /\/node_modules\/rou3\/.*\.mjs$/

/**
 * An esbuild plugin that writes such characters as escapes. esbuild does so everywhere except in regular expressions.
 * One such character would make V8 store all of a chunk with two bytes for each character.
 */
export const latin1Patterns: EsbuildPlugin = {
  name: 'latin1-patterns',
  setup(build) {
    build.onLoad({ filter: LIBRARIES }, async ({ path }) => ({ contents: escaped(await readFile(path, 'utf8')) }))
  },
}

function escaped(text: string): string {
  return text.replace(/[\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
