import { describe, expect, it } from 'vitest'
import { decideAnswerKind, flagsAnswerKind } from './sdk-version.ts'

describe('PROTO-1 the form of an answer', () => {
  it.each([
    [{}, 'flags', true],
    [{ v: 'x' }, 'flags', true],
    [{ v: '1' }, 'values', false],
    [{ v: '0' }, 'values', false],
    [{ config: 'true' }, 'values', true],
    [{ config: 'false' }, 'values', false],
    [{ v: '1', config: 'true' }, 'values', true],
    [{ v: '2' }, 'flags', false],
    [{ v: '2', config: '1' }, 'flags', true],
    [{ v: '3' }, 'flags', false],
    [{ v: '999', config: 'true' }, 'flags', true],
  ])('of /flags for %j is %s, with configuration: %s', (query, form, withConfig) => {
    expect(flagsAnswerKind(query)).toEqual({ form, withConfig })
  })

  it.each([
    [undefined, 'keys'],
    ['x', 'keys'],
    ['0', 'keys'],
    ['1', 'keys'],
    ['2', 'enabled values'],
    ['3', 'values'],
    ['4', 'flags'],
    ['5', 'flags'],
  ])('of /decide for v=%s is %s, always with configuration', (v, form) => {
    expect(decideAnswerKind({ v })).toEqual({ form, withConfig: true })
  })
})
