import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { called, worldWithFlag } from '../support/captured-events.ts'
import type { NewWorld } from '../support/world.ts'

const PATHS = ['/batch/', '/i/v1/analytics/events'] as const
const MEBIBYTE = 1024 * 1024

/** A batch that is larger than unauthenticated clients may send. */
function largeBatch(token: string | undefined, beside: object): string {
  const event = called('f', 'u', { note: 'x'.repeat(512 * 1024) })
  const batch = Array.from({ length: 6 }, () => event)
  return JSON.stringify({ ...(token === undefined ? {} : { api_key: token }), batch, ...beside })
}

/** Bodies that decode to more than unauthenticated clients may send. */
export function largeBodies(newWorld: NewWorld): void {
  for (const path of PATHS) {
    describe(`at ${path}`, () => {
      it('HTTP-35 are decoded when they begin with a known token', async () => {
        const { anonymous, token } = await worldWithFlag(newWorld)
        const post = (text: string, query = '') =>
          anonymous.send('POST', path + query, { body: gzipSync(text), headers: { 'content-type': 'text/plain' } })
        expect((await post(largeBatch(token, {}))).status).toBe(200)
        expect((await post(largeBatch(undefined, { api_key: token }), `?token=${token}`)).status).toBe(200)
        expect((await post(largeBatch('phc_unknown', {}))).status).toBe(401)
        expect((await post(largeBatch(undefined, { api_key: token }))).status).toBe(413)
        expect((await post(largeBatch(undefined, {}))).status).toBe(413)
      })

      it('HTTP-35 name their project wherever they like when nothing has to be decoded', async () => {
        const { anonymous, token } = await worldWithFlag(newWorld)
        const post = (body: string) => anonymous.send('POST', path, { body })
        expect((await post(largeBatch(undefined, { api_key: token }))).status).toBe(200)
        expect((await post(largeBatch(undefined, { api_key: 'phc_unknown' }))).status).toBe(401)
      })

      it('HTTP-35 are not undone from base64', async () => {
        const { anonymous, token } = await worldWithFlag(newWorld)
        const base64 = Buffer.from(JSON.stringify({ api_key: token, batch: ['x'.repeat(2.5 * MEBIBYTE)] }))
        expect((await anonymous.send('POST', path, { body: base64.toString('base64') })).status).toBe(413)
      })
    })
  }
}
