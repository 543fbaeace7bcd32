import { expect, test } from 'vitest'
import { doorProblems, shutIn } from './door-problems.ts'

const DOOR = { module: '@x/core', source: 'packages/core/src/index.ts', folder: 'core' }
const SECOND = { module: '@x/core/store', source: 'packages/core/src/store.ts', folder: 'core' }
const FILES: Readonly<Record<string, string>> = {
  'packages/core/src/index.ts': [
    "export { makeDeck } from './deck.ts'",
    "export type { Answer, Deck, Flags, Input, Other, Part, Store } from './types.ts'",
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
    'export interface Other { readonly value: number }',
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

test('what functions of a taken name take and answer is needed, and the parts of all that', () => {
  expect(unneeded(...TAKERS)).toEqual(['Other'])
})

test('what leaves by one door is needed for what is taken by another', () => {
  const files = { ...FILES, [SECOND.source]: "export type { Other, Part } from './types.ts'" }
  const problems = doorProblems(
    [SECOND, { ...DOOR, source: 'packages/core/src/deck.ts' }],
    TAKERS,
    (path) => files[path] ?? '',
  )
  expect(problems.map((problem) => problem.split(' ')[1])).toEqual(['Other'])
})

test('what nobody takes is not needed, nor what only it mentions', () => {
  expect(unneeded(STORE_TAKER, KEYS_TAKER)).toEqual(['makeDeck', 'Answer', 'Deck', 'Flags', 'Input', 'Other', 'Part'])
})

test('the package itself and its tests need nothing of its door', () => {
  const own = { path: 'packages/core/test/a.test.ts', text: "import type { Other } from '@x/core'" }
  expect(unneeded(...TAKERS, own)).toEqual(['Other'])
})

test('a guide needs what it names, and a program what it takes', () => {
  expect(unneeded(...TAKERS, { path: 'docs/guides/embed.md', text: 'An `Other` has a value.' })).toEqual([])
  expect(unneeded(...TAKERS, { path: 'packages/core/README.md', text: '`Other(…)` makes one.' })).toEqual([])
  const program = "```ts\nimport type { Other } from '@x/core'\n```"
  expect(unneeded(...TAKERS, { path: 'docs/guides/embed.md', text: program })).toEqual([])
  expect(unneeded(...TAKERS, { path: 'docs/adr/0001-part.md', text: 'No `Other` any more.' })).toEqual(['Other'])
})

test('what is in a namespace is needed by itself', () => {
  const text = "import { keys } from '@x/core'\nkeys.list()"
  expect(unneeded(STORE_TAKER, DECK_TAKER, { ...KEYS_TAKER, text })).toEqual(['Other', 'keys.drop'])
})

test('a name leaves by one door', () => {
  const other = { path: 'packages/sql/src/b.ts', text: "import type { Store } from '@x/core/store'" }
  const part = { path: 'bench/a.ts', text: "import type { Other } from '@x/core'" }
  expect(doorProblems([DOOR, SECOND], [...TAKERS, other, part], (path) => FILES[path] ?? '')).toEqual([
    'packages/core/src/store.ts: Store leaves by @x/core already.',
  ])
})

test('what a method of the deck takes or answers leaves by a door, and not only in a namespace', () => {
  const files = {
    'packages/core/src/index.ts':
      "export type { Deck, Flags } from './deck/deck.ts'\nexport * as all from './types.ts'",
    'packages/core/src/deck/deck.ts': [
      "import type { Answer, Input } from '../types.ts'",
      'export interface Deck { readonly flags: Flags }',
      'interface Flags { get(input: Input): Promise<Answer> }',
    ].join('\n'),
    'packages/core/src/types.ts': FILES['packages/core/src/types.ts'] ?? '',
  }
  const shut = (text: string) => {
    const given: Readonly<Record<string, string>> = { ...files, [SECOND.source]: text }
    const deck = { path: 'packages/core/src/deck/deck.ts', name: 'Deck' }
    return shutIn(deck, [DOOR, SECOND], (path) => given[path] ?? '')
  }
  expect(shut("export type { Input } from './types.ts'")).toEqual([
    'packages/core/src/types.ts: Answer leaves by no door, and a method of Deck takes or answers it.',
  ])
  expect(shut("export type { Answer, Input } from './types.ts'")).toEqual([])
})
