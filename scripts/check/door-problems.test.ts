import { expect, test } from 'vitest'
import { doorProblems } from './door-problems.ts'

const DOOR = { module: '@x/core', source: 'packages/core/src/index.ts', folder: 'core' }
const SECOND = { module: '@x/core/store', source: 'packages/core/src/store.ts', folder: 'core' }
const FILES: Readonly<Record<string, string>> = {
  'packages/core/src/index.ts': [
    "export { makeDeck } from './deck.ts'",
    "export type { Answer, Deck, Flags, Input, Part, Store } from './types.ts'",
    "export * as keys from './keys.ts'",
  ].join('\n'),
  'packages/core/src/store.ts': "export type { Store } from './types.ts'",
  'packages/core/src/deck.ts': [
    "import type { Deck } from './types.ts'",
    'export function makeDeck(): Deck { return undefined as never }',
  ].join('\n'),
  'packages/core/src/types.ts': [
    'export interface Deck { readonly flags: Flags }',
    'export interface Flags { get(input: Input): Promise<Answer> }',
    'export interface Input { readonly key: string }',
    'export interface Answer { readonly part: Part }',
    'export interface Part { readonly value: number }',
    'export interface Store { read(): void }',
  ].join('\n'),
  'packages/core/src/keys.ts': 'export const list = 1\nexport const drop = 2\n',
}
const STORE_TAKER = { path: 'packages/sql/src/a.ts', text: "import type { Store } from '@x/core'" }
const KEYS_TAKER = {
  path: 'packages/http/src/a.ts',
  text: "import { keys } from '@x/core'\nconsole.log(keys.list, keys.drop)",
}
const DECK_TAKER = { path: 'examples/embed/index.ts', text: "import { makeDeck } from '@x/core'" }
const TAKERS = [STORE_TAKER, KEYS_TAKER, DECK_TAKER]

const unneeded = (...readers: Parameters<typeof doorProblems>[1]) =>
  doorProblems([DOOR], readers, (path) => FILES[path] ?? '').map((problem) => problem.split(' ')[1])

test('what functions of a taken name take and answer is needed, and its parts that have functions', () => {
  expect(unneeded(...TAKERS)).toEqual(['Part'])
})

test('what nobody takes is not needed, nor what only it mentions', () => {
  expect(unneeded(STORE_TAKER, KEYS_TAKER)).toEqual(['makeDeck', 'Answer', 'Deck', 'Flags', 'Input', 'Part'])
})

test('the package itself and its tests need nothing of its door', () => {
  const own = { path: 'packages/core/test/a.test.ts', text: "import type { Part } from '@x/core'" }
  expect(unneeded(...TAKERS, own)).toEqual(['Part'])
})

test('a guide needs what it names, and a program what it takes', () => {
  expect(unneeded(...TAKERS, { path: 'docs/guides/embed.md', text: 'A `Part` has a value.' })).toEqual([])
  expect(unneeded(...TAKERS, { path: 'packages/core/README.md', text: '`Part(…)` makes one.' })).toEqual([])
  const program = "```ts\nimport type { Part } from '@x/core'\n```"
  expect(unneeded(...TAKERS, { path: 'docs/guides/embed.md', text: program })).toEqual([])
  expect(unneeded(...TAKERS, { path: 'docs/adr/0001-part.md', text: 'No `Part` any more.' })).toEqual(['Part'])
})

test('what is in a namespace is needed by itself', () => {
  const text = "import { keys } from '@x/core'\nkeys.list()"
  expect(unneeded(STORE_TAKER, DECK_TAKER, { ...KEYS_TAKER, text })).toEqual(['Part', 'keys.drop'])
})

test('a name leaves by one door', () => {
  const other = { path: 'packages/sql/src/b.ts', text: "import type { Store } from '@x/core/store'" }
  const part = { path: 'bench/a.ts', text: "import type { Part } from '@x/core'" }
  expect(doorProblems([DOOR, SECOND], [...TAKERS, other, part], (path) => FILES[path] ?? '')).toEqual([
    'packages/core/src/store.ts: Store leaves by @x/core already.',
  ])
})
