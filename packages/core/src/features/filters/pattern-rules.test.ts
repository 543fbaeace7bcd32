import { describe, expect, it } from 'vitest'
import type { FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import { crossFieldViolations } from './cross-field-rules.ts'

function filtersWith(patterns: readonly string[]): FlagFilters {
  const properties = patterns.map((value) => ({
    key: 'mail',
    type: 'person' as const,
    operator: 'regex' as const,
    value,
  }))
  return { groups: [{ properties }] }
}

describe('FLAG-95 the patterns of a flag', () => {
  it('may be many as long as they are small', () => {
    const patterns = Array.from({ length: 300 }, (_, index) => `^[\\w.+-]+@customer${index}\\.com$`)
    expect(crossFieldViolations(filtersWith(patterns))).toEqual([])
  })

  it('are refused together when they would take too long, without compiling any', () => {
    const patterns = Array.from({ length: 5000 }, (_, index) => `${index}(?:\\pL?){100}`)
    const before = process.threadCpuUsage()
    expect(crossFieldViolations(filtersWith(patterns))).toEqual([
      {
        attr: 'filters',
        code: 'invalid_input',
        detail: expect.stringContaining('all regex patterns together are too large'),
      },
    ])
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(500)
  })

  it('leave alone what a flag has already', () => {
    const stored = filtersWith(Array.from({ length: 50 }, (_, index) => `${index}(?:a?){200}`))
    expect(
      crossFieldViolations(stored, new Set(stored.groups[0]?.properties?.map(({ value }) => String(value)))),
    ).toEqual([])
  })
})
