import { expect, it } from 'vitest'
import { clipped } from './clipped.ts'

it('CONSOLE-288 clips long values in sentences, between characters, and isolates them', () => {
  expect(clipped('kunde-0')).toBe('kunde-0')
  expect(clipped('d'.repeat(60))).toBe('d'.repeat(60))
  expect(clipped('🚀'.repeat(61))).toBe(`${'🚀'.repeat(60)}…`)
  expect(clipped('مرحبا')).toBe('\u2068مرحبا\u2069')
})
