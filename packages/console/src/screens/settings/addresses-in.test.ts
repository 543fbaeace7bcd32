import { describe, expect, it } from 'vitest'
import { addressesIn } from './addresses-in.ts'

describe('the addresses in a pasted text', () => {
  it.each([
    ['ana@a.test, ben@b.test', ['ana@a.test', 'ben@b.test']],
    ['ana@a.test;ben@b.test', ['ana@a.test', 'ben@b.test']],
    [' ana@a.test\n\n\tben@b.test ,\n', ['ana@a.test', 'ben@b.test']],
    ['Ana@A.test ana@a.test', ['ana@a.test']],
    ['Ana Brown <ana@a.test>, "B, en" <ben@b.test>', ['ana@a.test', 'ben@b.test']],
    ['', []],
  ])('CONSOLE-204 reads %j', (text, valid) => {
    expect(addressesIn(text).valid).toEqual(valid)
  })

  it.each(['ana', 'ana@', '@a.test', 'ana@a..test', 'a@b@c.test', 'ana@-a.test', `${'a'.repeat(250)}@a.test`])(
    'CONSOLE-204 names %j, which is not an address',
    (word) => {
      expect(addressesIn(`ok@a.test ${word}`)).toEqual({ valid: ['ok@a.test'], invalid: [word] })
    },
  )
})
