import { expect, it } from 'vitest'
import { isolate } from './isolate.ts'

it('CONSOLE-180 isolates values with right-to-left characters, and leaves others unchanged', () => {
  expect(isolate('فاطمة')).toBe('\u2068فاطمة\u2069')
  expect(isolate('שלום 50%')).toBe('\u2068שלום 50%\u2069')
  expect(isolate('Jürgen Groß 🚀 山田')).toBe('Jürgen Groß 🚀 山田')
  expect(isolate('')).toBe('')
})

it('CONSOLE-180 ends what a value opens, so that the sentence after it is not reordered', () => {
  expect(isolate('\u2067x')).toBe('\u2068\u2067x\u2069\u2069')
  expect(isolate('\u202Ex')).toBe('\u2068\u202Ex\u2069')
})
