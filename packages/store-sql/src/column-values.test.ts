import { describe, expect, it } from 'vitest'
import { booleanFrom, documentFrom } from './column-values.ts'

describe('columns', () => {
  it('hold booleans as either database answers them', () => {
    expect([0, 1, false, true].map((stored) => booleanFrom(stored))).toEqual([false, true, false, true])
    expect(booleanFrom(null)).toBeNull()
  })

  it('hold documents whose odd keys are plain data', () => {
    const document = documentFrom<object>('{"__proto__":{"a":1}}')
    expect(Object.keys(document)).toEqual(['__proto__'])
    expect(JSON.stringify(document)).toBe('{"__proto__":{"a":1}}')
  })

  it('answer a damaged document as the text it is, so that it spoils only itself', () => {
    expect(documentFrom('{"groups":[')).toBe('{"groups":[')
  })
})
