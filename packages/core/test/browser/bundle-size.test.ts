import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundle } from './bundle.ts'

const KIB = 1024

/** Imports, and the most that a bundle of them may be, in bytes of gzip. */
const BUNDLES = [
  ['compileDefinitions', "export { compileDefinitions } from '@flagdeck/core'", 16 * KIB],
  [
    'compileDefinitions and re2Patterns',
    "export { compileDefinitions } from '@flagdeck/core'; export { re2Patterns } from '@flagdeck/core/re2'",
    58 * KIB,
  ],
] as const

test.each(BUNDLES)('EVAL-63 a browser bundle of %s is small', async (names, contents, mostBytes) => {
  const code = await bundle(contents)
  const bytes = gzipSync(code, { level: 9 }).byteLength
  process.stderr.write(`MEASURED ${names}: ${bytes} bytes of gzip, ${code.length} minified; at most ${mostBytes}\n`)
  expect(bytes).toBeLessThanOrEqual(mostBytes)
})

test('EVAL-63 who hands in no hashing carries no WebAssembly', async () => {
  expect(await bundle("export { compileDefinitions } from '@flagdeck/core'")).not.toContain('WebAssembly')
  expect(await bundle("export { simdHashing } from '@flagdeck/core/simd'")).toContain('WebAssembly')
})

test('EVAL-63 who never explains carries nothing of it', async () => {
  const sentence = 'would have to'
  expect(await bundle("export { compileDefinitions } from '@flagdeck/core'")).not.toContain(sentence)
  expect(await bundle("export { explain } from '@flagdeck/core'")).toContain(sentence)
})
