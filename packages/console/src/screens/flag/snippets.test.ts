import { expect, test } from 'vitest'
import { fittingProperties } from './fitting-properties.ts'
import { callCommand, INSTALL_COMMANDS, LANGUAGES, type Language, snippet } from './snippets.ts'

const ASKING = {
  key: "it's-new",
  host: 'http://127.0.0.1:8000',
  token: 'phc_1',
  answer: 'switch',
  properties: {},
} as const

test('CONSOLE-366 a quote in a key does not end its string', () => {
  expect(snippet('node', ASKING)).toContain("isEnabled('it\\'s-new')")
  expect(callCommand(ASKING)).toContain("it'\\''s-new")
})

test('CONSOLE-365 every snippet contains the key of the flag', () => {
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    expect(snippet(language, { ...ASKING, key: 'checkout' })).toContain('checkout')
  }
})

test('CONSOLE-366 snippets pass the properties that conditions need', () => {
  const asking = { ...ASKING, properties: { email: "a'b@acme.com", 'is-pro': true } }
  expect(snippet('node', asking)).toContain("personProperties: { email: 'a\\'b@acme.com', 'is-pro': true },")
  expect(snippet('openfeature', asking)).toContain(
    "{ targetingKey: 'user-42', email: 'a\\'b@acme.com', 'is-pro': true }",
  )
  expect(snippet('python', asking)).toContain("person_properties={'email': 'a\\'b@acme.com', 'is-pro': True}")
  expect(callCommand(asking)).toContain('"person_properties":{"email"')
})

test('CONSOLE-366 snippets read the payload of a remote configuration', () => {
  expect(snippet('node', { ...ASKING, answer: 'payload' })).toContain('getFlagPayload(')
  expect(snippet('python', { ...ASKING, answer: 'payload' })).toContain('get_flag_payload(')
})

test('CONSOLE-365 every package that a snippet imports is installed by its command', () => {
  for (const [language, command] of Object.entries(INSTALL_COMMANDS)) {
    const code = snippet(language as Language, ASKING) // a key of the table
    const packages = [...code.matchAll(/from '([^']+)'|^from (\w+) import/gm)].map(([, npm, pip = '']) => npm ?? pip)
    expect(packages.length, language).toBeGreaterThan(0)
    for (const name of packages) expect(command, language).toContain(name.replace('@flagdeck/', 'flagdeck-'))
  }
})

test('CONSOLE-366 properties match the first condition set where its filters contain values', () => {
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
