import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { posthogScripts } from './posthog-scripts.ts'

const FOLDER = dirname(createRequire(import.meta.url).resolve('posthog-js/package.json'))

test('BROWSER-14 finds the scripts of the package, and nothing else', async () => {
  const scripts = posthogScripts(FOLDER)
  const script = await scripts.find('array.js')
  expect(script?.contentType).toBe('application/javascript; charset=utf-8')
  expect(gunzipSync(script?.gzip ?? new Uint8Array())).toEqual(Buffer.from(script?.bytes ?? []))
  for (const name of ['../package.json', 'array.js.map', 'package.json', '', '..', 'nope.js', '__proto__']) {
    expect(await scripts.find(name), name).toBeUndefined()
  }
})

test('BROWSER-14 says that a folder has no posthog-js', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flagdeck-no-posthog-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(() => posthogScripts(folder)).toThrow(`There is no posthog-js package in ${folder}.`)
  writeFileSync(join(folder, 'package.json'), '{"name":"other","version":"1.0.0"}')
  expect(() => posthogScripts(folder)).toThrow('There is no posthog-js')
})
