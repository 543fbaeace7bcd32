import { expect, test } from 'vitest'
import { fittingProperties } from './fitting-properties.ts'
import { callCommand, LANGUAGES, type Language, snippet } from './snippets.ts'

const ASKING = {
  key: "it's-new",
  host: 'http://127.0.0.1:8000',
  token: 'phc_1',
  answer: 'switch',
  properties: {},
} as const

test('a key with a quote does not end the string it stands in', () => {
  expect(snippet('node', ASKING)).toContain("isEnabled('it\\'s-new')")
  expect(callCommand(ASKING)).toContain("it'\\''s-new")
})

test('every snippet names the flag', () => {
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    expect(snippet(language, { ...ASKING, key: 'checkout' })).toContain('checkout')
  }
})

test('what conditions look at is said of the person', () => {
  const asking = { ...ASKING, properties: { email: "a'b@acme.com", 'is-pro': true } }
  expect(snippet('node', asking)).toContain("personProperties: { email: 'a\\'b@acme.com', 'is-pro': true },")
  expect(snippet('openfeature', asking)).toContain(
    "{ targetingKey: 'user-42', email: 'a\\'b@acme.com', 'is-pro': true }",
  )
  expect(callCommand(asking)).toContain('"person_properties":{"email"')
})

test('a remote configuration is asked for its value', () => {
  expect(snippet('node', { ...ASKING, answer: 'payload' })).toContain('getFlagPayload(')
})

test('a person fits the first set as far as it says how', () => {
  const properties = [
    { key: 'plan', type: 'person', value: ['pro', 'team'] },
    { key: 'email', type: 'person', operator: 'icontains', value: '@acme.com' },
    { key: 'name', type: 'person', operator: 'regex', value: '^A' },
    { key: 'country', type: 'person', operator: 'is_not', value: ['CH'] },
    { key: 'id', type: 'cohort', value: 7 },
  ] as const
  expect(fittingProperties({ groups: [{ properties: [...properties] }] as never })).toEqual({
    plan: 'pro',
    email: '@acme.com',
    name: '…',
  })
})
