import { expect, test } from 'vitest'
import { callCommand, LANGUAGES, type Language, snippet } from './snippets.ts'

const ASKING = { key: "it's-new", host: 'http://127.0.0.1:8000', token: 'phc_1', hasVariants: false }

test('a key with a quote does not end the string it stands in', () => {
  expect(snippet('node', ASKING)).toContain("isEnabled('it\\'s-new')")
  expect(callCommand(ASKING)).toContain("it'\\''s-new")
})

test('every snippet names the flag', () => {
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    expect(snippet(language, { ...ASKING, key: 'checkout' })).toContain('checkout')
  }
})
