import { describe, expect, it } from 'vitest'
import { flagState } from './flag-state.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')

type Flag = Parameters<typeof flagState>[0]

const half: Flag['filters'] = { groups: [{ rollout_percentage: 50 }] }
const everybody: Flag['filters'] = { groups: [{ properties: [], rollout_percentage: 100 }] }

function state(flag: Partial<Flag>): string {
  const base: Flag = {
    active: true,
    created_at: '2026-01-01T00:00:00Z',
    filters: half,
    is_remote_configuration: false,
    last_called_at: '2026-11-22T08:00:00Z',
    status: 'ACTIVE',
    updated_at: null,
  }
  const { word, why } = flagState({ ...base, ...flag }, NOW)
  return `${word}: ${why}`
}

describe('flagState', () => {
  it('says that a flag is gone before anything else of it', () => {
    expect(state({ status: 'DELETED', active: false })).toBe('Deleted: Can be restored')
    expect(state({ status: 'ARCHIVED', active: false })).toBe('Archived: Off until unarchived')
    expect(state({ active: false, filters: everybody })).toBe('Off: Returns false')
  })

  it('says why a flag is stale', () => {
    expect(state({ status: 'STALE', last_called_at: '2026-09-22T11:00:00Z' })).toBe('Stale: Not called for 61 days')
    expect(state({ status: 'STALE', last_called_at: null })).toBe('Stale: Never called in 325 days')
    expect(state({ status: 'STALE', filters: everybody })).toBe('Stale: Same result for everyone')
  })

  it('calls a flag fully rolled out that answers everybody the same', () => {
    expect(state({ filters: everybody, updated_at: '2026-10-19T00:00:00Z' })).toBe(
      'Fully rolled out: Unchanged for 34 days',
    )
    const variants = [
      { key: 'a', rollout_percentage: 50 },
      { key: 'b', rollout_percentage: 50 },
    ]
    expect(state({ filters: { ...everybody, multivariate: { variants } } })).toBe('Active: Called today')
    expect(state({ filters: { groups: [{ variant: 'a' }], multivariate: { variants } } })).toMatch(/^Fully rolled out/)
    expect(state({ filters: everybody, is_remote_configuration: true })).toBe('Active: Called today')
  })

  it('tells new flags from those that nobody calls', () => {
    expect(state({ last_called_at: null, created_at: '2026-11-20T00:00:00Z' })).toBe('New: Not called yet')
    expect(state({ last_called_at: null })).toBe('Active: Never called')
    expect(state({ last_called_at: '2026-11-21T00:00:00Z' })).toBe('Active: Called 1 day ago')
  })
})
