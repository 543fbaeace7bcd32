import { expect, test } from 'vitest'
import { importedModules } from './imported-modules.ts'

test('every way to import counts, types included', () => {
  const source = `
    import a from 'a'
    import type { B } from 'b'
    import 'c'
    export { d } from 'd'
    export * from 'e'
    export type { F } from 'f'
    const g = await import('g')
  `
  expect(importedModules('x.ts', source)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
})

test('text in comments and strings does not count', () => {
  const source = "/** import { a } from 'a' */\nexport const text = \"import 'b'\" // import 'c'\n"
  expect(importedModules('x.ts', source)).toEqual([])
})

test('an import whose name is computed is left out', () => {
  expect(importedModules('x.ts', 'await import(name)')).toEqual([])
})
