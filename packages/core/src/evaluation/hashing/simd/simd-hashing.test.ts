import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { definitionsDocument, flagDefinition } from '../../../testing/evaluation/definitions-document.ts'
import { compileDefinitions, replaceDefinitions } from '../../compile-definitions.ts'
import type { FlagDefinition } from '../../definition/definitions.ts'
import type { Subject } from '../../definition/subject.ts'
import { type Distribution, distribution, hashFraction } from '../hash.ts'
import { packText } from '../packed-text.ts'
import { fourHashes } from './four-hashes.ts'
import { HashGroup } from './hash-group.ts'
import { simdHashing } from './simd-hashing.ts'

const SALTS = ['', 'variant']

function distributions(prefixes: readonly string[], salt: string): Distribution[] {
  return prefixes.map((prefix) => distribution(packText(prefix), packText(salt)))
}

/** Returns the positions that hashing in one pass computes for an identifier; null if it leaves that to the caller. */
function placesAtOnce(prefixes: readonly string[], identifier: string, salt: string): number[] | null {
  const hashing = simdHashing()
  const members = distributions(prefixes, salt)
  // They are in no group before the first call.
  for (const member of members) expect(hashing?.find('', member)).toBe(false)
  const [first] = members
  return first && hashing?.find(identifier, first) ? members.map(({ lastPlace }) => lastPlace) : null
}

function placesOneByOne(prefixes: readonly string[], identifier: string, salt: string): number[] {
  return prefixes.map((prefix) => hashFraction(prefix, identifier, salt))
}

const letters = (length: number) => fc.string({ minLength: length, maxLength: length, unit: 'grapheme-ascii' })
const fourPrefixes = fc
  .integer({ min: 0, max: 80 })
  .chain((length) => fc.array(letters(length), { minLength: 4, maxLength: 4 }))

describe('EVAL-64 hashing four at a time', () => {
  test('finds the places that hashing one by one finds', () => {
    const identifiers = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ maxLength: 80 }))
    fc.assert(
      fc.property(fourPrefixes, identifiers, fc.constantFrom(...SALTS), (prefixes, identifier, salt) => {
        expect(placesAtOnce(prefixes, identifier, salt)).toEqual(placesOneByOne(prefixes, identifier, salt))
      }),
      { numRuns: 1000 },
    )
  }, 30_000)

  test('is right at every length around the borders of blocks, and leaves longer texts alone', () => {
    const prefixes = ['a.', 'b.', 'c.', 'd.']
    for (let length = 0; length <= 300; length++) {
      const identifier = 'x'.repeat(length)
      const expected = length + 2 + 9 > 4 * 64 ? null : placesOneByOne(prefixes, identifier, '')
      expect(placesAtOnce(prefixes, identifier, ''), `${length}`).toEqual(expected)
    }
  })

  test('has no more in common than the lengths of prefixes and the salt', () => {
    const hashing = simdHashing()
    const members = [...distributions(['a.', 'long-key.', 'b.', 'c.'], ''), ...distributions(['d.'], 'variant')]
    for (const turn of ['first', 'second']) {
      for (const member of members) expect(hashing?.find(turn, member)).toBe(false)
    }
  })
})

test('OUT-8 flags that are gone are not kept by those that were hashed with them', () => {
  const members = distributions(['a.', 'b.', 'c.', 'd.'], '')
  const four = fourHashes() ?? expect.fail()
  const before = new HashGroup(1, four)
  for (const member of members) before.add(member)
  expect(before.isFull).toBe(true)
  for (const member of members.slice(0, 1)) new HashGroup(2, four).add(member)
  expect(before).toEqual(new HashGroup(1, four))
  expect(before.isFull).toBe(false)
})

const FLAGS: readonly FlagDefinition[] = Array.from({ length: 60 }, (_, n) =>
  flagDefinition({
    id: n,
    key: `${'key-'.repeat(1 + (n % 5))}${n}`,
    active: n % 11 !== 0,
    ensure_experience_continuity: n % 7 === 0,
    bucketing_identifier: n % 9 === 0 ? 'device_id' : null,
    filters: {
      groups: [
        { properties: [{ key: 'plan', type: 'person', operator: 'exact', value: 'pro' }], rollout_percentage: 70 },
        { properties: [], rollout_percentage: n },
      ],
      ...(n % 3 === 0 && {
        multivariate: { variants: ['one', 'two'].map((key) => ({ key, rollout_percentage: 50 })) },
      }),
    },
  }),
)

const DOCUMENT = definitionsDocument(FLAGS)

function subject(n: number): Subject {
  const distinctId = `user-${n}${n % 5 === 0 ? 'ö'.repeat(n) : ''}`
  return {
    distinctId,
    anonDistinctId: `anon-${n}`,
    deviceId: `device-${n}`,
    properties: { plan: n % 2 ? 'pro' : 'free' },
  }
}

describe('EVAL-64 decisions', () => {
  test('are the same with it and without, for all flags and for some', () => {
    const [plain, ahead] = [compileDefinitions(DOCUMENT), compileDefinitions(DOCUMENT, { hashing: simdHashing })]
    const most = { keys: Object.freeze(plain.keys.slice(10)) }
    for (let n = 0; n < 200; n++) {
      expect(ahead.evaluateAll(subject(n))).toEqual(plain.evaluateAll(subject(n)))
      expect(ahead.evaluateAll(subject(n + 1), most)).toEqual(plain.evaluateAll(subject(n + 1), most))
      const key = FLAGS[n % FLAGS.length]?.key ?? ''
      expect(ahead.evaluate(key, subject(n + 2))).toEqual(plain.evaluate(key, subject(n + 2)))
    }
  })

  test('are the same after a change, for those who have the snapshot before as well', () => {
    const plain = compileDefinitions(DOCUMENT)
    let before = compileDefinitions(DOCUMENT, { hashing: simdHashing })
    for (let n = 0; n < 60; n++) {
      const changed = FLAGS.filter(({ id }) => id === n)
      const after = replaceDefinitions(before, { version: n, changed })
      for (const snapshot of [before, after, before, after]) {
        expect(snapshot.evaluateAll(subject(n))).toEqual(plain.evaluateAll(subject(n)))
      }
      before = after
    }
  })

  test.each([6, 7, 10, 11])('are the same after a change among %d flags of one length, whoever asks', (count) => {
    const rollout = (percentage: number) => ({ groups: [{ properties: [], rollout_percentage: percentage }] })
    const flags = FLAGS.slice(0, count).map((flag, n): FlagDefinition => {
      return { ...flag, key: `flag-${String(n).padStart(2, '0')}`, active: true, filters: rollout(50) }
    })
    const document = { ...DOCUMENT, flags }
    for (const changed of flags) {
      const change = { version: 2, changed: [{ ...changed, filters: rollout(60) }] }
      const before = compileDefinitions(document, { hashing: simdHashing })
      before.evaluateAll(subject(1))
      const after = replaceDefinitions(before, change)
      after.evaluateAll(subject(2))
      before.evaluateAll(subject(3))
      const plain = replaceDefinitions(compileDefinitions(document), change)
      for (let n = 4; n < 40; n++) expect(after.evaluateAll(subject(n))).toEqual(plain.evaluateAll(subject(n)))
    }
  })

  test('are the same where projects have holdouts, which persons are in for all of them', () => {
    const plan = { key: 'plan', type: 'person', operator: 'exact', value: 'pro' } as const
    const keys = ['another', 'billing', 'checkin', 'default', 'earlier', 'finally']
    const flags = keys.map((key, n): FlagDefinition => {
      const [flag] = FLAGS
      const filters = { groups: [{ properties: n < 2 ? [plan] : [], rollout_percentage: 50 }] }
      return { ...(flag ?? expect.fail()), id: n + 1, key, active: true, filters }
    })
    const heldOut = flags.map((flag) => ({
      ...flag,
      filters: { ...flag.filters, holdout: { id: 1, exclusion_percentage: 10 } },
    }))
    const [one, other] = [flags, heldOut].map((own) =>
      compileDefinitions({ ...DOCUMENT, flags: own }, { hashing: simdHashing }),
    )
    const plain = compileDefinitions({ ...DOCUMENT, flags })
    for (let n = 0; n < 60; n++) {
      other?.evaluateAll(subject(n))
      expect(one?.evaluateAll(subject(n + 100))).toEqual(plain.evaluateAll(subject(n + 100)))
    }
  })

  test('are the same when a property asks for other flags of another subject (EVAL-55)', () => {
    const [plain, ahead] = [compileDefinitions(DOCUMENT), compileDefinitions(DOCUMENT, { hashing: simdHashing })]
    const asking = (n: number): Subject => ({
      ...subject(n),
      properties: {
        get plan() {
          ahead.evaluateAll(subject(n + 1000))
          return 'pro'
        },
      },
    })
    for (let n = 0; n < 50; n++) {
      const same = { ...subject(n), properties: { plan: 'pro' } }
      expect(ahead.evaluateAll(asking(n))).toEqual(plain.evaluateAll(same))
    }
  })
})

describe('EVAL-64 without WebAssembly', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  test('there is no hashing ahead', async () => {
    vi.resetModules()
    vi.stubGlobal('WebAssembly', undefined)
    const fresh = await import('./simd-hashing.ts')
    expect(fresh.simdHashing()).toBeUndefined()
  })
})
