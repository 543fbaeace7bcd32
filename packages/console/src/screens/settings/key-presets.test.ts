import { SCOPE_OBJECTS } from '@flagdeck/core/operations'
import { describe, expect, it } from 'vitest'
import { OBJECTS, PRESETS, presetNamed } from './key-presets.ts'

describe('the presets of API keys', () => {
  it('CONSOLE-207 offers every object that a scope can name', () => {
    expect([...OBJECTS].sort()).toEqual([...SCOPE_OBJECTS].sort())
  })

  it('CONSOLE-207 lists full access last, and the read-only preset contains no scope that writes', () => {
    expect(Object.keys(PRESETS).at(-1)).toBe('full')
    expect(PRESETS.read.filter((scope) => !scope.endsWith(':read'))).toEqual([])
  })

  it('CONSOLE-207 names keys by their preset', () => {
    expect(presetNamed(['feature_flag:read'])).toBe('Server SDK')
    expect(presetNamed([...PRESETS.ci].reverse())).toBe('CI')
    expect(presetNamed(['*'])).toBe('Full access')
    expect(presetNamed(['cohort:read'])).toBeUndefined()
  })
})
