import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { PlainRequestOptions } from '../../src/rest/plain-request.ts'
import { called, worldWithFlag } from '../support/captured-events.ts'
import { countedUsage, countedUsers } from '../support/counted-usage.ts'
import type { NewWorld } from '../support/world.ts'

const PATHS = ['/batch/', '/e/', '/i/v0/e/', '/capture/', '/track/', '/engage/'] as const
const V1 = '/i/v1/analytics/events'
const MEBIBYTE = 1024 * 1024

function base64(data: string | Uint8Array): string {
  return Buffer.from(data).toString('base64')
}

type Encoded = PlainRequestOptions & { readonly query?: string }

const ENCODINGS: Readonly<Record<string, (data: object) => Encoded>> = {
  JSON: (data) => ({ json: data }),
  'JSON as text/plain': (data) => ({ body: JSON.stringify(data), headers: { 'content-type': 'text/plain' } }),
  'gzip by Content-Encoding': (data) => ({
    body: gzipSync(JSON.stringify(data)),
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  }),
  'gzip by ?compression=gzip-js': (data) => ({
    body: gzipSync(JSON.stringify(data)),
    headers: { 'content-type': 'text/plain' },
    query: '?compression=gzip-js&ip=1&ver=1.434.18',
  }),
  'a form of base64': (data) => ({
    body: `data=${encodeURIComponent(base64(JSON.stringify(data)))}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    query: '?compression=base64',
  }),
  'what a host program has parsed': (data) => ({ parsed: data }),
}

/** How SDKs send captured events: docs/behaviour/capture.md. */
export function capture(newWorld: NewWorld): void {
  describe('are sent', () => {
    for (const path of PATHS) {
      it(`CAPTURE-1 to ${path}, with or without the slash, one, a list or a batch, and count`, async () => {
        const { anonymous, token, count } = await worldWithFlag(newWorld)
        const event = () => called('f', 'u', { token })
        const bodies = [event(), [event(), event()], { api_key: token, batch: [event()], sent_at: 'now' }]
        for (const url of [path, path.slice(0, -1)]) {
          for (const body of bodies) {
            const { status, body: answer } = await anonymous.post(url, body)
            expect([status, answer]).toEqual([200, { status: 'Ok' }])
          }
          // The second request contains the same events.
          expect(await count()).toBe(4)
        }
      })

      it(`CAPTURE-1 to ${path} in the query`, async () => {
        const { anonymous, token, count } = await worldWithFlag(newWorld)
        const data = base64(JSON.stringify(called('f', 'ünï>?', { token })))
        for (const value of [encodeURIComponent(data), data.replaceAll('=', '')]) {
          const { status, body } = await anonymous.get(`${path}?ip=1&data=${value}&_=1767268800000`)
          expect([status, body]).toEqual([200, { status: 'Ok' }])
        }
        expect((await anonymous.send('HEAD', `${path}?data=${data}`)).status).toBe(200)
        expect(await count()).toBe(1)
        for (const wrong of ['', '?data=', '?data=e30', '?data=***']) {
          expect((await anonymous.get(`${path}${wrong}`)).status).toBe(wrong === '?data=e30' ? 401 : 400)
        }
      })

      it(`CAPTURE-2 CAPTURE-4 to ${path} and are refused in plain text`, async () => {
        const { anonymous, project, count } = await worldWithFlag(newWorld)
        for (const [body, status] of [
          [{ api_key: 'phc_unknown', batch: [called('f', 'u')] }, 401],
          [{ api_key: project.secretApiToken, batch: [called('f', 'u')] }, 401],
          [{ batch: [] }, 401],
          ['hello', 400],
        ] as const) {
          const answer = await anonymous.send('POST', path, { body: JSON.stringify(body) })
          expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/plain; charset=utf-8'])
          expect(answer.text).toMatch(/^[A-Z][^{}<>]+$/)
        }
        expect(await count()).toBe(0)
      })
    }

    for (const [encoding, encode] of Object.entries(ENCODINGS)) {
      it(`CAPTURE-1 CAPTURE-11 as ${encoding}, and count once however often they come`, async () => {
        const { anonymous, token, count, ...world } = await worldWithFlag(newWorld)
        const batch = [called('f', 'ünï'), called('f', 'v', { $feature_flag_response: 'ß' })]
        const { query = '', ...options } = encode({ api_key: token, batch })
        for (let again = 0; again < 3; again++) {
          for (const path of ['/batch/', '/e/', V1]) {
            const headers = path === V1 ? { ...options.headers, authorization: `Bearer ${token}` } : options.headers
            const { status } = await anonymous.send('POST', path + query, {
              ...options,
              ...(headers ? { headers } : {}),
            })
            expect(status).toBe(200)
          }
          expect(await countedUsage(world)).toEqual([
            { flagKey: 'f', variant: 'true', count: 1, errors: 0 },
            { flagKey: 'f', variant: 'ß', count: 1, errors: 0 },
          ])
        }
        expect(await countedUsers(world, 'f')).toEqual({ true: 1, ß: 1 })
      })
    }

    it('CAPTURE-3 and are refused when none of them is an event', async () => {
      const { send, anonymous, token, count } = await worldWithFlag(newWorld)
      const { event, ...nameless } = called('f', 'u')
      for (const events of [
        [],
        [nameless],
        [
          { ...nameless, event: ' ' },
          { ...nameless, event: 5 },
        ],
        [{ event, properties: {} }],
        [{ ...called('f', ''), distinct_id: '' }],
        [{ ...called('f', ''), distinct_id: null }],
      ]) {
        expect((await send(events)).status).toBe(400)
      }
      for (const body of [{ api_key: token }, { api_key: token, batch: 5 }, { api_key: token, batch: [5, null] }]) {
        expect((await anonymous.post('/batch/', body)).status).toBe(400)
      }
      expect((await send([nameless, called('f', 'u')])).status).toBe(200)
      expect(await count()).toBe(1)
    })

    it('CAPTURE-3 with the distinct id beside the event or in its properties, text or a number', async () => {
      const { send, ...world } = await worldWithFlag(newWorld)
      const { distinct_id: _, ...event } = called('f', '')
      const ids = [{ distinct_id: 'a' }, { distinct_id: 5 }, { $distinct_id: 'c' }, { distinct_id: '5' }]
      await send(ids.map((id) => ({ ...event, uuid: randomUUID(), ...id })))
      await send(ids.map((id) => ({ ...event, uuid: randomUUID(), properties: { ...event.properties, ...id } })))
      expect(await countedUsers(world, 'f')).toEqual({ true: 3 })
    })

    it('CAPTURE-3 to /engage/ without a name are about their person', async () => {
      const { anonymous, token, properties } = await worldWithFlag(newWorld)
      const body = { $token: token, $distinct_id: 'u', $set: { plan: 'pro' } }
      expect((await anonymous.post('/engage/', body)).status).toBe(200)
      expect(await properties('u')).toEqual({ plan: 'pro' })
      expect((await anonymous.post('/e/', body)).status).toBe(400)
    })

    it('CAPTURE-5 of up to 2 MiB, and 20 MiB in batches; more is 413', async () => {
      const { anonymous, token } = await worldWithFlag(newWorld)
      const body = (bytes: number) => {
        const events = { api_key: token, batch: [called('f', 'u'), called('f', 'v', { filler: '' })] }
        return JSON.stringify(events).replace(
          '"filler":""',
          `"filler":"${'x'.repeat(bytes - JSON.stringify(events).length)}"`,
        )
      }
      for (const [path, mebibytes] of [
        ['/e/', 2],
        ['/capture/', 2],
        ['/batch/', 20],
        [V1, 20],
      ] as const) {
        const status = async (bytes: number) => (await anonymous.send('POST', path, { body: body(bytes) })).status
        expect([path, await status(mebibytes * MEBIBYTE), await status(mebibytes * MEBIBYTE + 1)]).toEqual([
          path,
          200,
          413,
        ])
      }
      const bomb = gzipSync(body(3 * MEBIBYTE))
      expect((await anonymous.send('POST', '/e/', { body: bomb })).status).toBe(413)
    })

    it('CAPTURE-5 without those that are too large to be read, in a batch or alone', async () => {
      const { send, anonymous, token, count } = await worldWithFlag(newWorld)
      const large = called('f', 'large', { filler: 'x'.repeat(MEBIBYTE) })
      expect((await send([called('f', 'u'), large, called('f', 'v'), large])).status).toBe(200)
      expect(await count()).toBe(2)
      expect((await send([large])).status).toBe(400)
      const single = { ...called('f', 'u', { token }), filler: 'x'.repeat(3 * MEBIBYTE) }
      expect((await anonymous.post('/batch/', single)).status).toBe(413)
    })

    it('CAPTURE-5 of up to 100,000 in a batch; more are 413', async () => {
      const { anonymous, token, count } = await worldWithFlag(newWorld)
      const body = (events: number) =>
        `{"api_key":"${token}","batch":[${'[],'.repeat(events)}${JSON.stringify(called('f', 'u'))}]}`
      expect((await anonymous.send('POST', '/batch/', { body: body(99_999) })).status).toBe(200)
      expect((await anonymous.send('POST', '/batch/', { body: body(400_000) })).status).toBe(413)
      expect(await count()).toBe(1)
    })

    it('CAPTURE-6 in large batches that are read in pieces, all of them or none', async () => {
      const { anonymous, token, count } = await worldWithFlag(newWorld)
      const events = Array.from({ length: 5000 }, (_, n) => called('f', `u${n}`, { text: '"]},{[\\' }))
      const text = (batch: string) => `{"x":["batch"],"batch" : ${batch},"api_key":"${token}"}`
      const list = JSON.stringify(events)
      for (const broken of [
        `${list.slice(0, -1)},{]`,
        `${list.slice(0, -2)}]`,
        list.slice(0, -1),
        `${list}]`,
        `[1${list}`,
      ]) {
        expect((await anonymous.send('POST', '/batch/', { body: text(broken) })).status).toBe(400)
      }
      const deep = `[${list.slice(1, -1)},${'['.repeat(100)}${']'.repeat(100)}]`
      expect((await anonymous.send('POST', '/batch/', { body: text(deep) })).status).toBe(400)
      expect(await count()).toBe(0)
      expect((await anonymous.send('POST', '/batch/', { body: text(list) })).status).toBe(200)
      expect(await count()).toBe(5000)
      const again = JSON.stringify([{ ...events[0], token }, ...events.slice(1)])
      expect((await anonymous.send('POST', '/e/', { body: ` ${again}\n` })).status).toBe(200)
      expect(await count()).toBe(5000)
    })

    it('CAPTURE-7 to the newest endpoint and hear of each what became of it', async () => {
      const { anonymous, token, count, properties } = await worldWithFlag(newWorld)
      const headers = { authorization: `Bearer ${token}`, 'posthog-sdk-info': 'posthog-node/5.70.0' }
      const fine = { ...called('f', 'u'), options: {}, timestamp: '2026-01-01T12:00:00Z' }
      const hidden = { ...called('f', 'v', { $set: { a: 1 } }), options: { process_person_profile: false } }
      const nobody = { ...called('f', ''), uuid: randomUUID() }
      const tooMuch = { ...called('f', 'w', { $set: { a: 'x'.repeat(600_000) } }), uuid: randomUUID() }
      const lost = { ...tooMuch, uuid: randomUUID(), event: '$set' }
      const batch = [fine, hidden, nobody, tooMuch, lost, { ...called('f', 'x'), uuid: 'none' }]
      const { body } = await anonymous.post(V1, { created_at: '2026-01-01T12:00:00Z', batch }, { headers })
      expect(body).toEqual({
        results: {
          [fine.uuid]: { result: 'ok' },
          [hidden.uuid]: { result: 'ok' },
          [nobody.uuid]: { result: 'drop', details: expect.any(String) },
          [tooMuch.uuid]: { result: 'warning', details: expect.any(String) },
          [lost.uuid]: { result: 'drop', details: expect.any(String) },
        },
      })
      expect([await count(), await properties('v')]).toEqual([4, undefined])
      const none = { created_at: '2026-01-01T12:00:00Z', batch: [{ ...nobody }] }
      expect((await anonymous.post(V1, none, { headers })).status).toBe(200)
      for (const [refused, status] of [
        [{ batch: [] }, 400],
        [{}, 400],
      ] as const) {
        expect((await anonymous.post(V1, refused, { headers })).status).toBe(status)
      }
      expect((await anonymous.post(V1, { batch })).status).toBe(401)
    })

    it('CAPTURE-8 although they mean nothing here', async () => {
      const { send, count } = await worldWithFlag(newWorld)
      const events = ['$pageview', 'bought', '$autocapture', '__proto__', 'constructor']
      const sent = await send(events.map((event) => ({ event, distinct_id: 'u', properties: { a: [1] } })))
      expect([sent.status, await count()]).toEqual([200, 0])
    })
  })
}
