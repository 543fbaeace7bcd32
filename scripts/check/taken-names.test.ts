import { expect, test } from 'vitest'
import { takenNames } from './taken-names.ts'

const namesOf = (text: string) => takenNames(text).map(({ module, name }) => `${module} ${name}`)

test('names are taken by imports, by handing on, and by imports at run time', () => {
  expect(namesOf("import { a, type B, c as d } from '@x/core'")).toEqual(['@x/core a', '@x/core B', '@x/core c'])
  expect(namesOf("export type {\n  A,\n  B,\n} from '@x/core/store'")).toEqual(['@x/core/store A', '@x/core/store B'])
  expect(namesOf("const { a, b: c } = await import('@x/core')")).toEqual(['@x/core a', '@x/core b'])
  expect(namesOf("const deck: import('@x/core').Deck")).toEqual(['@x/core Deck'])
})

test('a whole module is taken where nobody says what of it', () => {
  expect(namesOf("type All = typeof import('@x/core')")).toEqual(['@x/core *'])
  expect(namesOf("export * from '@x/core'")).toEqual(['@x/core *'])
  expect(namesOf("import * as core from '@x/core'\ncore.a(core.b)")).toEqual(['@x/core a', '@x/core b'])
})

test('of a namespace are taken the members that are used, or all where it stands alone', () => {
  const used = "import { keys } from '@x/core'\nObject.keys({ keys: keys.list() })"
  expect(namesOf(used)).toEqual(['@x/core keys', '@x/core keys.list'])
  const whole = "import { ends } from '@x/core'\ntype Ends = typeof ends"
  expect(namesOf(whole)).toEqual(['@x/core ends', '@x/core ends.*'])
})

test('comments take nothing, and programs in documents and strings do', () => {
  expect(namesOf("// import { a } from '@x/core'\n/* import { b } from '@x/core' */")).toEqual([])
  expect(namesOf("Save this:\n\n```ts\nimport { a } from '@x/core'\n```\n")).toEqual(['@x/core a'])
})
