import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingsDocument } from './settings-document.ts'

test('docs/settings.md lists the settings there are', () => {
  const page = readFileSync(new URL('../../../../docs/settings.md', import.meta.url), 'utf8')
  expect(page, 'run `pnpm generate`').toBe(settingsDocument())
})
