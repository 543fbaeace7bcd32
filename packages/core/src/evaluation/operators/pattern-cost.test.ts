import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { patternCost } from './pattern-cost.ts'

describe('EVAL-41 the cost of a pattern', () => {
  test.each([
    ['plain', 'abc', 3],
    ['escapes', '\\d\\x{1F600}\\.', 3],
    ['classes', '[]a-z][^]x][[:alpha:]_][\\]]', 4],
    ['quoted text', '\\Qa{9}\\E', 8],
    ['a repetition', 'a{100}', 200],
    ['an open repetition', 'a{100,}', 202],
    ['a repetition with an upper limit', 'a{2,100}', 200],
    ['repetitions in repetitions', '(?:a{10}){10}', 250],
    ['a repetition behind a change of flags', 'a{10}(?i){10}', 210],
    ['a lazy repetition behind which flags change', 'a{10}?(?i){10}', 220],
    ['braces that repeat nothing', 'a{x}b{', 6],
    ['groups that do not close', '((a', 1],
    ['Unicode classes', '\\pL\\p{Greek}', 129],
    ['wide ranges', '[а-я]', 1],
    ['wide ranges where case is ignored', '(?i)[а-я]', 1501],
  ])('of %s: %s', (_, pattern, cost) => {
    expect(patternCost(pattern)).toBe(cost)
  })

  test('is never far below the size of the program', () => {
    const piece = fc.constantFrom(
      ...['a', 'é', '.', '\\d', '\\b', '\\pL', '[ab]', '[^a-c]', '[]]', '[[:digit:]]', '\\x{41}', '\\Qab\\E', '^', '$'],
      ...['(', '(?:', '(?i)', '(?P<n>', ')', '|', '*', '+?', '?', '{3}', '{0,2}', '{2,}', '{2,9}', '{40}', '{', '}'],
    )
    const pattern = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''))
    let compiled = 0
    fc.assert(
      fc.property(pattern, (text) => {
        fc.pre(patternCost(text) < 200_000)
        const size = programSize(text)
        if (size === undefined) return
        compiled++
        expect(size, text).toBeLessThanOrEqual(2 * patternCost(text) + 10)
      }),
      { numRuns: 3000 },
    )
    expect(compiled).toBeGreaterThan(300)
  })

  test.each(['[', '(', '{1', '\\Q', '\\', '[[:', '[^', '(?i)-\\x', '\\p{'])('is found in linear time: %s', (piece) => {
    const startedAtMs = performance.now()
    patternCost(piece.repeat(100_000))
    expect(performance.now() - startedAtMs).toBeLessThan(1000)
  })
})

function programSize(pattern: string): number | undefined {
  try {
    return RE2JS.compile(pattern).programSize()
  } catch {
    return undefined
  }
}
