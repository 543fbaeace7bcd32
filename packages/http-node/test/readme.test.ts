import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { createFlagdeck, memoryStore } from '@flagdeck/core'
import { flagdeckApplication } from '@flagdeck/http'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { nodeListener } from '../src/index.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const README = readFileSync(join(root, 'README.md'), 'utf8')

/** The lines of the README from the first that begins so to the end of the statement. */
function statementOf(beginning: string): string {
  const [, found] = README.split(`\n${beginning}`)
  return beginning + found?.split('\n\n')[0]
}

test('the README shows code that finds its packages when it is run in a checkout', () => {
  const imports = README.matchAll(/^import .* from '([^':]+)'$/gm)
  const packages = new Set([...imports].map(([, name = '']) => name))
  expect([...packages]).toContain('@flagdeck/http')
  expect([...packages].filter((name) => !existsSync(join(root, 'node_modules', name)))).toEqual([])
})

test('HTTP-49 Fastify, mounted as the README says, takes bodies as SDKs send them', async () => {
  const deck = await createFlagdeck({ store: memoryStore() })
  onTestFinished(() => deck.close())
  const { context } = await deck.project()
  const app = fastify()
  onTestFinished(() => app.close())
  app.post('/mine', (request) => request.body)
  const listener = nodeListener(flagdeckApplication(deck.context, { basePath: '/flags-api' }))
  new Function('fastify', 'listener', statementOf('fastify.'))(app, listener)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })

  const json = JSON.stringify({ token: context.project.apiToken, distinct_id: 'ada' })
  const ask = async (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
    (await fetch(url + path, { method: 'POST', body, headers })).status
  const JSON_TYPE = { 'content-type': 'application/json' }
  expect(await ask('/flags-api/flags/?v=2', json, JSON_TYPE)).toBe(200)
  expect(await ask('/flags-api/flags/?v=2', gzipSync(json), { ...JSON_TYPE, 'content-encoding': 'gzip' })).toBe(200)
  const form = `data=${encodeURIComponent(Buffer.from(json).toString('base64'))}`
  const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(await ask('/flags-api/flags/?v=2&compression=base64', form, FORM_TYPE)).toBe(200)
  // The routes of the program itself go on parsing.
  expect(await (await fetch(`${url}/mine`, { method: 'POST', body: '{"a":1}', headers: JSON_TYPE })).json()).toEqual({
    a: 1,
  })
})
