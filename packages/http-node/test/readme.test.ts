import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const README = readFileSync(join(root, 'README.md'), 'utf8')

test('the README shows code that finds its packages when it is run in a checkout', () => {
  const imports = README.matchAll(/^import .* from '([^':]+)'$/gm)
  const packages = new Set([...imports].map(([, name = '']) => name))
  expect([...packages]).toContain('@flagdeck/http')
  expect([...packages].filter((name) => !existsSync(join(root, 'node_modules', name)))).toEqual([])
})
