import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Distribution, distribution, hashedPlace, hashFraction, isInShare, VARIANT_SALT } from './hash.ts'
import { packOnce, packText } from './packed-text.ts'

/** The literal definition: the first 15 hexadecimal digits as a fraction of the largest number. */
function referenceFraction(prefix: string, identifier: string, salt: string): number {
  const digest = createHash('sha1').update(`${prefix}${identifier}${salt}`, 'utf8').digest('hex')
  return Number.parseInt(digest.slice(0, 15), 16) / Number.parseInt('f'.repeat(15), 16)
}

describe('EVAL-6 the hash', () => {
  test('is the first 60 bits of SHA-1 of the UTF-8 bytes, for any text', () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 })
    fc.assert(
      fc.property(text, text, fc.constantFrom('', 'variant'), (prefix, identifier, salt) => {
        return hashFraction(prefix, identifier, salt) === referenceFraction(prefix, identifier, salt)
      }),
      { numRuns: 3000 },
    )
  }, 30_000)

  test('is right at every length around the borders of a block', () => {
    for (let length = 0; length <= 200; length++) {
      const identifier = 'x'.repeat(length)
      expect(hashFraction('', identifier, ''), `${length} bytes`).toBe(referenceFraction('', identifier, ''))
    }
  })

  test('is right wherever in a word the parts of the text meet', () => {
    for (const unit of ['x', 'ä', '€']) {
      for (let length = 0; length <= 130; length++) {
        const [prefix, identifier] = ['flag-key.'.slice(length % 9), unit.repeat(length)]
        for (const salt of ['', 'variant']) {
          const place = `${prefix}${identifier}${salt}`
          expect(hashFraction(prefix, identifier, salt), place).toBe(referenceFraction(prefix, identifier, salt))
        }
      }
    }
  })

  test('of a distribution is right for thousands of texts in a row, longer and shorter', () => {
    const spread = distribution(packText('flag-key.'), VARIANT_SALT)
    const unit = fc.constantFrom('a', 'Z', '-', '7', 'é', '😀')
    for (const identifier of fc.sample(fc.string({ unit, maxLength: 150 }), 3000)) {
      expect(hashedPlace(identifier, spread)).toBe(referenceFraction('flag-key.', identifier, 'variant'))
    }
  })

  test('is right for texts longer than any buffer, and for short ones after them', () => {
    for (const length of [1_000, 5_000, 100_000, 3]) {
      const identifier = '€'.repeat(length)
      expect(hashFraction('flag.', identifier, '')).toBe(referenceFraction('flag.', identifier, ''))
    }
  })

  test('reads half a surrogate pair as the replacement character, as encoders do', () => {
    for (const identifier of ['\ud83d', 'a\ud83db', '\ude00\ude00', '\ude00', '\ud83d\ud83d\ude00', '\ude00\ud83d']) {
      expect(hashFraction('f.', identifier, '')).toBe(referenceFraction('f.', identifier, ''))
    }
  })

  test('never moves anyone', () => {
    // Literal numbers, because a computed reference could change along with the code that it checks.
    expect(hashFraction('simple-flag.', 'distinct_id_0', '')).toBe(0.7836963764220432)
    expect(hashFraction('simple-flag.', 'distinct_id_1', '')).toBe(0.3397069926995401)
  })

  test('of a distribution is that of whoever is asked for, whoever was asked for before', () => {
    const spread = distribution(packText('flag.'), VARIANT_SALT)
    for (const identifier of ['a', 'a', 'b', '', 'a']) {
      expect(hashedPlace(identifier, spread)).toBe(referenceFraction('flag.', identifier, 'variant'))
    }
  })
})

/** Returns a distribution that has just returned a position for `u`. */
function withUserAt(place: number): Distribution {
  return { ...distribution(packText('flag.')), lastIdentifier: 'u', lastPlace: place }
}

describe('EVAL-7 a share', () => {
  test('includes its upper limit', () => {
    expect(isInShare(0.5, withUserAt(0.5), 'u')).toBe(true)
    expect(isInShare(0.5, withUserAt(0.5 + Number.EPSILON), 'u')).toBe(false)
  })

  test.each([0, -0.1])('of %s holds nobody', (share) => {
    expect(isInShare(share, withUserAt(0), 'u')).toBe(false)
  })

  test('of 1 holds everybody without asking for a hash', () => {
    const untouched = distribution(packText('flag.'))
    expect(isInShare(1, untouched, 'u')).toBe(true)
    expect(isInShare(1, untouched, '')).toBe(true)
    expect(untouched.lastIdentifier).toBeUndefined()
  })

  test('short of 1 does not hold who has no identifier', () => {
    expect(isInShare(0.99, { ...withUserAt(0), lastIdentifier: '' }, '')).toBe(false)
  })
})

describe('EVAL-56 hashing', () => {
  test('keeps no long text, and agrees on it with itself', () => {
    const long = 'a'.repeat(5000)
    expect(packOnce('short')).toBe(packOnce('other'))
    expect(packOnce(long)).not.toBe(packOnce('short'))
    expect(packOnce(long).words).not.toBe(packOnce(long).words)
    expect(hashFraction('flag.', long, '')).toBe(hashFraction('flag.aaaa', long.slice(4), ''))
  })
})
