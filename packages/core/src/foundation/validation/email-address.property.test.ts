import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emailAddressOf } from './email-address.ts'

const ATOM_CHARACTERS = "abcXYZ019!#$%&'*+/=?^_`{|}~-"
const atom = fc.string({ unit: fc.constantFrom(...ATOM_CHARACTERS), minLength: 1, maxLength: 20 })
const label = fc.stringMatching(/^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,20}[a-zA-Z0-9])?$/)
const address = fc
  .tuple(fc.array(atom, { minLength: 1, maxLength: 3 }), fc.array(label, { minLength: 1, maxLength: 4 }))
  .map(([atoms, labels]) => `${atoms.join('.')}@${labels.join('.')}`)

describe('PEOPLE-16 an e-mail address', () => {
  it('is a dot-string, @ and a domain, in lower case and without surrounding spaces', () => {
    fc.assert(fc.property(address, (text) => void expect(emailAddressOf(` ${text}\n`)).toBe(text.toLowerCase())))
  })

  it('has no character of another kind anywhere', () => {
    const other = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 1 })
      .filter((text) => !/[\w!#$%&'*+/=?^`{|}~.-]/.test(text))
    const damaged = fc.tuple(address, other, fc.nat()).map(([text, character, at]) => {
      // Not at an end, where spaces are removed.
      const place = 1 + (at % (text.length - 1))
      return text.slice(0, place) + character + text.slice(place)
    })
    fc.assert(fc.property(damaged, (text) => void expect(emailAddressOf(text)).toBeUndefined()))
  })

  it('is stable: the stored form is an address, and is its own stored form', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.emailAddress(), address), (text) => {
        const stored = emailAddressOf(text)
        if (stored !== undefined) expect(emailAddressOf(stored)).toBe(stored)
      }),
    )
  })

  it.each([
    ['angle brackets', '<a@b.test>'],
    ['a name', 'Ada <a@b.test>'],
    ['several addresses', 'a@b.test,c@d.test'],
    ['a semicolon', 'a@b.test;c@d.test'],
    ['a quoted local part', '"a b"@c.test'],
    ['a comment', 'a(b)@c.test'],
    ['a space', 'a b@c.test'],
    ['a line break', 'a@b.test\r\nBcc: c@d.test'],
    ['a control character', 'a\u0007@b.test'],
    ['no local part', '@b.test'],
    ['no domain', 'a@'],
    ['two signs', 'a@b@c.test'],
    ['a dot at the beginning', '.a@b.test'],
    ['a dot at the end', 'a.@b.test'],
    ['two dots', 'a..b@c.test'],
    ['an empty label', 'a@b..test'],
    ['a dot behind the domain', 'a@b.test.'],
    ['a hyphen before a label', 'a@-b.test'],
    ['an address literal', 'a@[127.0.0.1]'],
    ['an underscore in the domain', 'a@b_c.test'],
    ['a Kelvin sign', '\u212a@b.test'],
    ['a long local part', `${'a'.repeat(65)}@b.test`],
    ['a long label', `a@${'b'.repeat(64)}.test`],
    ['many characters', `a@${'b.'.repeat(126)}c`],
  ])('has not %s', (_, text) => {
    expect(emailAddressOf(text)).toBeUndefined()
  })

  it.each(['a@b', "o'hara+tag@example.co.uk", `${'a'.repeat(64)}@b.test`, `a@${'b.'.repeat(125)}cc`])(
    'may be %s',
    (text) => {
      expect(emailAddressOf(text)).toBe(text)
    },
  )
})
