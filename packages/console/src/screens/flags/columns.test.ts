import { expect, test } from 'vitest'
import { COLUMNS, layoutOf } from './columns.ts'
import { inColumn } from './when.tsx'

test('CONSOLE-250 leaves out columns where a key would have no room, the least important first', () => {
  const usual = ['gets', 'state', 'calls', 'changed'] as const
  expect(layoutOf(1400, false, usual)).toEqual({ columns: usual, isOneLine: true })
  expect(layoutOf(1000, false, usual)).toEqual({ columns: usual, isOneLine: false })
  expect(layoutOf(760, false, usual).columns).toEqual(['gets', 'state'])
  expect(layoutOf(560, false, usual).columns).toEqual(['gets'])
  expect(layoutOf(340, true, COLUMNS).columns).toEqual(COLUMNS)
})

test('a moment in a column is a time today, and a day before that', () => {
  const now = new Date(2026, 10, 22, 12, 0)
  expect(inColumn(new Date(2026, 10, 22, 9, 30), now)).toMatch(/9.30/)
  expect(inColumn(new Date(2026, 9, 18), now)).toMatch(/^(Oct 18|18 Oct)/)
  expect(inColumn(new Date(2025, 9, 18), now)).toContain('2025')
})
