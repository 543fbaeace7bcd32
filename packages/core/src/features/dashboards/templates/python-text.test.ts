import { expect, test } from 'vitest'
import { pythonText } from './python-text.ts'

test('DASH-70 a value is shown as the original service shows it', () => {
  const value = { a: [1, 2.5, true, false, null], "it's": 'a "b"', plain: "it's", both: `'"`, empty: [{}, []] }
  const shown = `{'a': [1, 2.5, True, False, None], "it's": 'a "b"', 'plain': "it's", 'both': '\\'"', 'empty': [{}, []]}`
  expect(pythonText(value)).toBe(shown)
  expect(pythonText('a\\b\n\r\t')).toBe("'a\\\\b\\n\\r\\t'")
  expect([pythonText(undefined), pythonText(7)]).toEqual(['None', '7'])
})

test('DASH-70 of a long value the beginning is shown, and nothing else is read', () => {
  expect(pythonText('x'.repeat(998))).toBe(`'${'x'.repeat(998)}'`)
  expect(pythonText('x'.repeat(999))).toBe(`'${'x'.repeat(999)}…`)
  let reads = 0
  const list = Array.from({ length: 10_000 }, () =>
    Object.defineProperty({}, 'id', { enumerable: true, get: () => ++reads }),
  )
  expect(pythonText(list)).toMatch(/^\[\{'id': 1\}, \{'id': 2\}, .*…$/)
  expect(reads).toBeLessThan(1000)
})
