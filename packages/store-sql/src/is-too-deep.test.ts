import { describe, expect, it } from 'vitest'
import { documentFrom } from './column-values.ts'
import { isTooDeep } from './is-too-deep.ts'

const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`

describe('OUT-12 a stored document', () => {
  it('is read up to five hundred levels', () => {
    expect(isTooDeep(nested(500))).toBe(false)
    expect(isTooDeep(nested(502))).toBe(true)
  })

  it('is not deeper for the brackets in its strings', () => {
    const text = JSON.stringify({ a: '['.repeat(2000), [`\\"${'{'.repeat(2000)}`]: `"\\${'['.repeat(1000)}` })
    expect(isTooDeep(text)).toBe(false)
  })

  it('is a text when it is damaged, or too deep to walk through', () => {
    for (const text of ['', '{"a":', `"${'['.repeat(2000)}`, nested(40_000)]) expect(documentFrom(text)).toBe(text)
  })
})
