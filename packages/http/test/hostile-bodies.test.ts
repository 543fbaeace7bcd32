import { createFlagdeck, memoryStore } from '@flagdeck/core'
import { expect, it, onTestFinished } from 'vitest'
import { flagdeckApplication } from '../src/api/flagdeck-application.ts'
import { plainRequest } from '../src/rest/plain-request.ts'
import { measureBestTurns } from './support/longest-turn.ts'

const LIMIT = 2 * 1024 * 1024 - 200
const LIMIT_MS = 50

function filled(unit: (at: number) => string): string {
  const parts: string[] = []
  for (let at = 0, length = 0; length < LIMIT - 100; at++) {
    const part = unit(at)
    parts.push(part)
    length += part.length + 1
  }
  return parts.join()
}

/** Names in an order that the engine has most likely not seen before. */
function inAnotherOrder(at: number): string {
  const keys = [1, 17, 289, 4913].map(
    (place) => `"${String.fromCharCode(97 + (Math.floor(at / place) % 17))}${place}":1`,
  )
  return `{${keys.sort(() => (at % 7) - 3).join()}}`
}

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

it.each([
  ['a form of a million fields', 'a&'.repeat(LIMIT / 2), FORM_TYPE],
  ['an object of many keys', `{"distinct_id":"u",${filled((at) => `"k${at}":1`)}}`, JSON_TYPE],
  ['many objects of other keys', `[${filled((at) => `{"k${at}":1}`)}]`, JSON_TYPE],
  ['many empty lists', `{"token":"t","a":[${filled(() => '[]')}]}`, JSON_TYPE],
  ['many texts that differ', `{"token":"t","a":[${filled((at) => `"${at.toString(36)}"`)}]}`, JSON_TYPE],
  ['objects with their keys in another order', `[${filled((at) => inAnotherOrder(at))}]`, JSON_TYPE],
  ['JSON of many texts and a number that is none', `{"token":"t","a":[NaN,${filled(() => '"x"')}]}`, JSON_TYPE],
  ['long base64', 'QUJD'.repeat(LIMIT / 4), {}],
  ['base64 of blanks', '\r\n'.repeat(LIMIT / 2), {}],
  ['a form of plus signs', `data=${'+'.repeat(LIMIT)}`, FORM_TYPE],
  ['a form of escapes', `data=${'%41'.repeat(LIMIT / 3)}`, FORM_TYPE],
])('HTTP-36 keeps nobody waiting for %s from nobody we know', { timeout: 60_000 }, async (_, body, headers) => {
  const deck = await createFlagdeck({ store: memoryStore() })
  onTestFinished(() => deck.close())
  const application = flagdeckApplication(deck.context)
  for (const path of [
    '/flags/',
    '/e/',
    '/batch/',
    '/ofrep/v1/evaluate/flags',
    '/api/projects/@current/feature_flags/',
  ]) {
    const turns = await measureBestTurns(LIMIT_MS, async () => {
      const { status } = await application.handle(plainRequest('POST', path, { body, headers }))
      expect([400, 401, 413, 415]).toContain(status)
    })
    expect(turns.longestMs, path).toBeLessThan(LIMIT_MS)
  }
})

it.each([
  ['a query of many parameters', `?${'a&'.repeat(7500)}token=x`, {}],
  ['a query of escapes', `?token=${'%41'.repeat(5000)}`, {}],
  ['a credential after many blanks', '', { authorization: `Bearer x${' '.repeat(16_000)}y` }],
  ['a long key', '', { authorization: `Bearer ${'x'.repeat(16_000)}`, 'x-api-key': 'y'.repeat(300) }],
])('HTTP-36 keeps nobody waiting for %s', { timeout: 60_000 }, async (_, query, headers) => {
  const deck = await createFlagdeck({ store: memoryStore() })
  onTestFinished(() => deck.close())
  const application = flagdeckApplication(deck.context)
  for (const path of ['/flags/definitions', '/ofrep/v1/events', '/batch/', '/api/projects/@current/feature_flags/']) {
    const turns = await measureBestTurns(LIMIT_MS, async () => {
      expect([400, 401]).toContain((await application.handle(plainRequest('GET', path + query, { headers }))).status)
    })
    expect(turns.longestMs, path).toBeLessThan(LIMIT_MS)
  }
})
