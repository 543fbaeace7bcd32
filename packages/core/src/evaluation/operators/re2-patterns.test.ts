import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import type { SafePattern } from './pattern-engine.ts'
import { re2Patterns } from './re2-patterns.ts'

/** The maximum CPU time of a decision. */
const LIMIT_MS = 50

/** Patterns within the size limit that are as slow as possible. */
const EVIL = [
  '^(?:a?b?){120}$',
  '^(?:a?){240}a{10}$',
  '(a?){60}a{60}$',
  '(?:[ab]?){240}$',
  '^(?:.?){240}$',
  '(?:.?){240}$',
  '(a+)+$',
  '(a|aa)+$',
  '(a|a?)+$',
  '([a-zA-Z]+)*$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(.*)*x',
  '(.*){100}x',
  '(x+x+)+y',
  '(?:a|b)*a(?:a|b){200}$',
  '[ab]*a[ab]{480}$',
  '.*a.{480}$',
  'a.{20}$',
  '.*a.{20}$',
  '(?:a|b)*a(?:a|b){113}$',
  '[ab]*(?:a.{9}|b.{8})$',
  'a.{480}$',
  'a.{480}c',
  '(?:a.?){160}$',
  '(?:(?:ab?){20}c?){7}$',
  '[^a]*(?:a[^a]*){155}$',
  '[^a]*(?:a[^a]*){155}b',
  '(?:a*b?){95}$',
  '(?:a*){230}$',
  '(?:a*|b*){95}$',
  '(?i)(?:a?k?){115}$',
  '^(?:\\pL?){125}$',
  '^(?:[a-z]?[0-9]?[A-Z]?\\pL?){55}$',
  '(?:\\p{Lu}?\\p{Ll}?\\p{Nd}?\\p{Greek}?\\p{Han}?\\p{Cyrillic}?){24}$',
  '(?i)(?:[a-z\\pL]{1,9}\\W?){15}$',
  '[\\pL\\pN]'.repeat(37),
  `(?i)${'[C-\\x{1E942}]'.repeat(2)}`,
  '\\b(?:\\w+\\W?){115}$',
  '\\b(?:\\w?\\b){155}$',
  '(?:\\b\\w?\\B?.?){68}$',
  '^(?:.*a){120}.*$',
  '(?:.*a){120}b$',
  '(?:.*a.{5}){48}',
  '[ab]*(?:a.{9}|b.{8}){19}$',
  '(?:(a?)(b?)){58}$',
  '(?:a{0,10}){22}b$',
  '(?:[a-c]|[b-d]|[c-e]|x?){58}$',
  '(?m)^(?:a?$?){95}',
  '(?s)(?:.?){230}\\z',
  '(?:a|ab|abb|abbb|b){29}$',
  '(a|b|ab)*(?:ab|ba){80}$',
  '(?:[^a]|[^b]){230}$',
  '((((a?){5}){4}){5})$',
]

/** Returns texts of a length for which they are slow: uniform, regular, and irregular. */
function evilTexts(length: number): readonly string[] {
  let state = 1
  const random = (alphabet: readonly string[]) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return alphabet[(state >>> 16) % alphabet.length]
  }
  const text = (alphabet: string) => Array.from({ length }, () => random([...alphabet])).join('')
  return ['a', 'ab', 'aaaaaaaaab', 'abkK zα漢1', 'a b', 'ab\n'].map(text)
}

/** Returns the length of the longest text that a pattern still searches. */
function longestLength(pattern: SafePattern): number {
  let [low, high] = [0, 200_000]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (pattern.find('\u0000'.repeat(middle)) === undefined) high = middle - 1
    else low = middle
  }
  return low
}

function compiled(pattern: string): SafePattern {
  const result = re2Patterns.compile(pattern)
  if (typeof result === 'string') throw new Error(`${pattern} is ${result}`)
  return result
}

/** Returns the CPU time of compiling and matching once; a slow attempt is repeated, as it may include other work. */
function firstDecisionMs(pattern: string, text: string): number {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3 && least >= LIMIT_MS; attempt += 1) {
    least = Math.min(least, oneDecisionMs(pattern, text))
  }
  return least
}

function oneDecisionMs(pattern: string, text: string): number {
  const before = process.threadCpuUsage()
  compiled(pattern).find(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

describe('EVAL-41 a hostile pattern', () => {
  test.each(EVIL)('answers in time: %s', (pattern) => {
    const longest = longestLength(compiled(pattern))
    for (const length of [longest >> 2, longest]) {
      for (const text of evilTexts(length)) {
        expect(firstDecisionMs(pattern, text), `${length} characters`).toBeLessThan(LIMIT_MS)
      }
    }
  })

  test.each([
    '^(?:a?b?){900}$',
    '^(?:a?){1000}a{1000}$',
    'a{999}'.repeat(660),
    '\\pL{999}'.repeat(490),
    `(((${'a?'.repeat(400)}){10}){10}){10}`,
    '[\\pL\\pN]'.repeat(440),
    `(?i)[${'C-\\x{1E942}'.repeat(300)}]`,
    `(?i)${'[C-\u{1e942}]'.repeat(500)}`,
    'a'.repeat(501),
    'a|'.repeat(2001),
  ])('is refused in time when it is too large: %s', (pattern) => {
    const before = process.threadCpuUsage()
    expect(re2Patterns.compile(pattern)).toBe('too large')
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(LIMIT_MS)
  })

  test('is not asked about texts too long for its size', () => {
    expect(longestLength(compiled('a.{480}$'))).toBeGreaterThan(400)
    expect(longestLength(compiled('@acme\\.com$'))).toBeGreaterThan(10_000)
    expect(compiled('a').find('b'.repeat(1_000_000))).toBeUndefined()
  })
})

describe('EVAL-41 many hostile patterns', () => {
  test('keep little of what they learned from texts', () => {
    const patterns = Array.from({ length: 40 }, (_, index) => compiled(`.*a.{2${index % 10}}[ab]{${index + 1}}$`))
    const texts = Array.from({ length: 12 }, (_, index) => evilTexts(2000 + index)[1] ?? '')
    const before = heapBytes()
    for (const text of texts) for (const pattern of patterns) pattern.find(text)
    // Without a limit it is twice this number.
    expect(heapBytes() - before).toBeLessThan(20_000_000)
    expect(patterns).toHaveLength(40)
  })
})

/** Returns the used heap after garbage collection. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

describe('EVAL-28 a pattern', () => {
  test.each(['(', 'a{2,1}', '(?=a)', '(a)\\1', '[b-a]', '\\pX'])('%s is none of RE2', (pattern) => {
    expect(re2Patterns.compile(pattern)).toBe('invalid')
  })

  test.each([
    '^[\\w.+-]+@(?:[\\w-]+\\.)+[a-z]{2,}$',
    '(?i)^[\\w.+-]+@[\\p{L}-]+\\.com$',
    '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    '^\\d{1,3}(?:\\.\\d{1,3}){3}$',
    '(?i)(?:chrome|firefox|safari)/(?:1[0-9]{2}|[5-9][0-9])\\.',
    '^[\\p{L}\\p{N}_]{1,128}$',
    '^.{8,200}$',
    Array.from({ length: 40 }, (_, index) => `customer${index}`).join('|'),
  ])('as people write them is compiled: %s', (pattern) => {
    expect(compiled(pattern).find('nobody')).toBeTypeOf('boolean')
  })
})
