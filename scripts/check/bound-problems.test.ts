import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { inWorkspace } from '../workspace/source-files.ts'
import { boundProblems } from './bound-problems.ts'
import { checkBounds } from './check-bounds.ts'

const PATH = 'packages/core/src/x.ts'
const LINE = '| `seen` | what was seen | 10 | 1 MiB | forgotten |'

/** Returns the problems of a source for a table with the line `seen`, which is about another collection. */
function problemsOf(source: string): readonly string[] {
  const other = { path: 'other.ts', source: '// Bound: OUT-8 seen\n' }
  return boundProblems([{ path: PATH, source }, other], LINE)
}

describe('OUT-8 what is kept and has no line', () => {
  test.for([
    ['a map of a module', 'const seen = new Map()\nexport const see = (key: string) => seen.set(key, 1)'],
    ['a list of a module', 'const seen: string[] = []\nexport const see = (key: string) => seen.push(key)'],
    ['a cache of a module', 'export const seen = new LRUCache({ max: 10 })'],
    [
      'a module map that another function fills',
      'const seen = new Set()\nexport const see = (key: string) => fill(seen, key)',
    ],
    ['a field', 'class Seen { readonly #seen = new Map() }'],
    ['a list in a field', 'class Seen { readonly seen: string[] = [] }'],
    ['a field that is made in the constructor', 'class Seen { #seen; constructor() { this.#seen = new Set() } }'],
    [
      'a map that a factory keeps',
      'function maker() { const seen = new Map(); return { see: (key) => seen.set(key, 1) } }',
    ],
    [
      'a list of a factory that a named function uses',
      'function maker() { const seen = []; function see(key) { seen.push(key) }\nreturn { see } }',
    ],
    [
      'a map of a factory that answers a function',
      'const maker = () => { const seen = new Map(); return (key) => seen.set(key, 1) }',
    ],
    ['a cache that a factory answers', 'const made = () => new LRUCache({ max: 10 })'],
    ['a map in an entry', 'function entry() { return { count: 0, seen: new Map() } }'],
    [
      'a set that a listener fills',
      "function watch(server) { const seen = new Set(); server.on('x', (each) => seen.add(each)); return seen }",
    ],
  ])('is found: %s', ([, source]) => {
    expect(problemsOf(source ?? '')).toEqual([expect.stringMatching(/ is kept: name its bound above it/)])
  })

  test.for([
    [
      'what dies with the call',
      'function count(keys) { const seen = new Set(); for (const key of keys) seen.add(key)\nreturn seen.size }',
    ],
    [
      'what an argument uses',
      'function count(keys) { const seen = new Map(); keys.forEach((key) => seen.set(key, 1))\nreturn [...seen] }',
    ],
    ['a table of constants', "const WORDS = new Set(['a', 'b'])\nexport const isWord = (word) => WORDS.has(word)"],
    ['what hangs off an object', 'const seen = new WeakMap()\nexport const see = (key: object) => seen.set(key, 1)'],
    ['what has its line', '// Bound: OUT-8 seen\nconst seen = new Map()\nexport const see = (key) => seen.set(key, 1)'],
    [
      'a field that is filled where it is wanted',
      'class Seen {\n  // Bound: dies with the request\n  #seen\n\n  see() {\n    this.#seen ??= new Map()\n  }\n}',
    ],
    ['what dies with something', 'class Seen {\n  // Bound: dies with the request\n  readonly #seen = new Map()\n}'],
  ])('is not: %s', ([, source]) => {
    expect(problemsOf(source ?? '')).toEqual([])
  })

  test('is found in a file that is added', () => {
    const rules = readFileSync(inWorkspace('docs/behaviour/outages.md'), 'utf8')
    const planted = { path: PATH, source: 'const cache = new Map()\nexport const keep = (key) => cache.set(key, key)' }
    expect(boundProblems([planted], rules)).toContainEqual(
      `${PATH}:1: cache is kept: name its bound above it. It ${FORMS}`,
    )
  })
})

const FORMS = 'has to be "Bound: OUT-8 name-of-a-line", "Bound: dies with …" or "Bound: is as large as …".'

describe('OUT-8 a line', () => {
  test('that nothing in the sources is about is found', () => {
    expect(boundProblems([], LINE)).toEqual([expect.stringContaining('is about nothing in the sources')])
  })

  test('that is named and is not there is found', () => {
    const source = '// Bound: OUT-8 gone\n'
    expect(boundProblems([{ path: PATH, source }], '')).toEqual([`${PATH}:1: the table of OUT-8 has no line \`gone\`.`])
  })

  test('without a bound in bytes, or that appears twice, is found', () => {
    const problems = boundProblems(
      [{ path: PATH, source: '// Bound: OUT-8 seen\n' }],
      `${LINE}\n${LINE.replace('1 MiB', ' ')}`,
    )
    expect(problems).toHaveLength(2)
  })

  test('is not named in other words', () => {
    expect(problemsOf('// Bound: somehow\nconst seen = new Map()\nseen.set(1, 1)')).toEqual([
      `${PATH}:1: "Bound: somehow" ${FORMS}`,
    ])
  })
})

test('OUT-8 names what the sources keep, and nothing else', { timeout: 60_000 }, () => {
  expect(checkBounds().output).toBe('')
})
