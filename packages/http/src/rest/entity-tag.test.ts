import { describe, expect, it } from 'vitest'
import { matchesEntityTag } from './entity-tag.ts'

const ETAG = 'W/"abc-12"'

describe('If-None-Match', () => {
  it.each(['W/"abc-12"', '"abc-12"', 'abc-12', ' W/"abc-12" ', '"x", W/"abc-12"', 'x,"abc-12",y', '*'])(
    'names the tag as %s',
    (header) => {
      expect(matchesEntityTag(header, ETAG)).toBe(true)
    },
  )

  it.each([undefined, '', ' ', ',', '"abc-13"', 'W/"abc-1"', '"abc-122"', 'w/"abc-12', '""'])(
    'does not name it as %s',
    (header) => {
      expect(matchesEntityTag(header, ETAG)).toBe(false)
    },
  )
})
