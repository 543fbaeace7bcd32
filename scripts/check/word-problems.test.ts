import { describe, expect, test } from 'vitest'
import { PLAIN_WORDS } from './plain-words.ts'
import { wordProblems } from './word-problems.ts'

const WORDS = [{ word: 'told|tells', instead: 'reported', left: 1 }]
const problemsOf = (path: string, source: string) => wordProblems([{ path, source }], WORDS)

describe('words of our own dialect are counted in prose', () => {
  test('as many as before are no problem', () => {
    expect(problemsOf('a.md', 'The client is told.')).toEqual([])
  })

  test('one more is, with the words to use instead', () => {
    expect(problemsOf('a.ts', '// Told once.\n/** It tells\n * twice. */')).toEqual([
      '"told|tells" is in 2 places, 1 more than before. Write: reported.',
    ])
  })

  test('one less lowers the number', () => {
    const lower = ['"told|tells" is in 0 places. Lower its number in plain-words.ts from 1.']
    expect(problemsOf('a.md', 'Untold `told` [x](told.md)\n```ts\ntold()\n```\n')).toEqual(lower)
    expect(problemsOf('a.ts', "const told = 'it tells'")).toEqual(lower)
  })

  test('each row of the table has something to do', () => {
    expect(PLAIN_WORDS.filter(({ left }) => left === 0)).toEqual([])
  })
})
