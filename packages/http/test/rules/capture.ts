import { randomBytes, randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { JsonObject } from '@flagdeck/core'
import { describe, expect, it } from 'vitest'
import type { PlainRequestOptions } from '../../src/plain-request.ts'
import { countedUsage, countedUsers } from '../support/counted-usage.ts'
import type { NewWorld } from '../support/world.ts'

const PATHS = ['/batch/', '/e/', '/i/v0/e/', '/capture/', '/track/', '/engage/'] as const
const V1 = '/i/v1/analytics/events'
const MEBIBYTE = 1024 * 1024

/** An event that a flag was called, as posthog-node sends it. */
function called(flag: string, distinct_id: string, properties: JsonObject = {}, more: JsonObject = {}) {
  return {
    event: '$feature_flag_called',
    distinct_id,
    uuid: randomUUID(),
    properties: { $feature_flag: flag, $feature_flag_response: true, $lib: 'posthog-node', ...properties },
    ...more,
  }
}

async function worldWithFlag(newWorld: NewWorld) {
  const world = await newWorld()
  await world.newFlag({ key: 'f' })
  const token = world.project.apiToken
  const send = (events: readonly JsonObject[], more: JsonObject = {}, path = '/batch/') =>
    world.anonymous.post(path, { api_key: token, batch: events, ...more })
  const count = async () => (await countedUsage(world, { by: [] }))[0]?.count ?? 0
  const properties = async (distinctId: string) => {
    const person = await world.api.deck.context.store.read((tx) => tx.persons.find(world.project.id, distinctId))
    return person?.properties
  }
  return { ...world, token, send, count, properties }
}

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

/** Captured events: docs/behaviour/capture.md. */
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
          // The second time they are the same events.
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

  describe('tell that flags were called', () => {
    it('CAPTURE-10 with variant, source, SDK, errors and user', async () => {
      const { send, ...world } = await worldWithFlag(newWorld)
      await send([
        called('f', 'a', { locally_evaluated: true }),
        called('f', 'b', { $feature_flag_response: 'red', $lib: 'web' }),
        called('f', 'c', { $feature_flag_response: 'red', $lib: 'web', $feature_flag_error: 'timeout' }),
        called('f', 'a', { $feature_flag_response: false }),
        called('f', 'd', { $feature_flag_response: null }),
      ])
      expect(await countedUsage(world, { by: ['flagKey', 'variant', 'source', 'sdk'] })).toEqual([
        { flagKey: 'f', variant: '', source: 'sdk_remote', sdk: 'posthog-node', count: 1, errors: 0 },
        { flagKey: 'f', variant: 'false', source: 'sdk_remote', sdk: 'posthog-node', count: 1, errors: 0 },
        { flagKey: 'f', variant: 'red', source: 'sdk_remote', sdk: 'web', count: 2, errors: 1 },
        { flagKey: 'f', variant: 'true', source: 'sdk_local', sdk: 'posthog-node', count: 1, errors: 0 },
      ])
      expect(await countedUsers(world, 'f')).toEqual({ '': 1, false: 1, red: 2, true: 1 })
    })

    it('CAPTURE-10 and a request says which SDK sends events that do not', async () => {
      const { anonymous, token, ...world } = await worldWithFlag(newWorld)
      const { $lib: _, ...properties } = called('f', 'u').properties
      const headers = { authorization: `Bearer ${token}`, 'posthog-sdk-info': 'posthog-node/5.70.0' }
      await anonymous.post(V1, { batch: [{ ...called('f', 'u'), properties }] }, { headers })
      expect(await countedUsage(world, { by: ['sdk'] })).toEqual([{ sdk: 'posthog-node', count: 1, errors: 0 }])
    })

    it('CAPTURE-11 once, also without a UUID as long as they say when', async () => {
      const { send, count } = await worldWithFlag(newWorld)
      const { uuid: _, ...event } = called('f', 'u', {}, { timestamp: '2026-01-01T11:00:00.5+00:00' })
      for (let again = 0; again < 3; again++) await send([event, event], { sent_at: '2026-01-01T12:00:00Z' })
      expect(await count()).toBe(1)
      await send([
        { ...event, timestamp: '2026-01-01T11:00:00.6+00:00' },
        { ...event, uuid: 'no UUID', distinct_id: 'v' },
      ])
      expect(await count()).toBe(3)
    })

    it.each<[string, JsonObject, JsonObject, string, string]>([
      [
        'beside the batch',
        { timestamp: '2025-06-01T00:00:00Z' },
        { sent_at: '2025-06-03T00:00:00Z' },
        '',
        '2025-12-30',
      ],
      [
        'in the event',
        { timestamp: '2025-06-01T00:00:00.000+0000', sent_at: '2025-06-03T00:00:00Z' },
        {},
        '',
        '2025-12-30',
      ],
      ['in the query', { timestamp: '2025-06-01 00:00:00' }, {}, '?sent_at=1748908800000', '2025-12-30'],
      ['in the query under an old name', { timestamp: 1748736000000 }, {}, '?_=1748908800000', '2025-12-30'],
      ['nowhere', { timestamp: '2025-12-20T00:00:00Z' }, {}, '', '2025-12-20'],
      ['as a difference', { offset: 2 * 86_400_000 }, {}, '', '2025-12-30'],
      ['where it is not wanted', IGNORING, { sent_at: '2025-06-03T00:00:00Z' }, '', '2025-12-20'],
      [
        'before the event',
        { timestamp: '2026-06-01T00:00:00Z' },
        { sent_at: '2026-05-01T00:00:00Z' },
        '',
        '2026-01-01',
      ],
      ['as nonsense', { timestamp: 'yesterday', offset: -5 }, { sent_at: [] }, '?sent_at=x', '2026-01-01'],
    ])('CAPTURE-12 on the right day when the sending is said %s', async (_, event, envelope, query, day) => {
      const { send, ...world } = await worldWithFlag(newWorld)
      const now = world.api.clock()
      world.api.clock.advance(Date.UTC(2026, 0, 1, 12) - now)
      try {
        const { properties, ...more } = event
        await send([called('f', 'u', (properties ?? {}) as JsonObject, more)], envelope, `/batch/${query}`)
        expect(await countedUsage(world, { by: ['start'] })).toEqual([{ start: day, count: 1, errors: 0 }])
      } finally {
        world.api.clock.advance(now - Date.UTC(2026, 0, 1, 12))
      }
    })

    it('CAPTURE-12 on the day that it was where the project is', async () => {
      const { send, owner, project, ...world } = await worldWithFlag(newWorld)
      const asia = await owner.patch(`/api/projects/${project.id}/`, { timezone: 'Asia/Kolkata' })
      expect(asia.status).toBe(200)
      // Ten minutes to and past midnight in India.
      for (const time of ['2025-12-30T18:20:00Z', '2025-12-30T18:40:00Z', '2025-12-30T18:40:00Z']) {
        await send([called('f', 'u', {}, { timestamp: time })])
      }
      expect(await countedUsage({ ...world, project }, { by: ['start'] })).toEqual([
        { start: '2025-12-30', count: 1, errors: 0 },
        { start: '2025-12-31', count: 2, errors: 0 },
      ])
    })

    it('CAPTURE-13 with no more than is needed', async () => {
      const { anonymous, token, owner, project } = await worldWithFlag(newWorld)
      const asked = { token, distinct_id: 'u' }
      const flags = await anonymous.post('/flags/?v=2', asked)
      expect(flags.body).toMatchObject({
        minimalFlagCalledEvents: true,
        flags: { f: { metadata: { has_experiment: false } } },
      })
      expect((await anonymous.post('/flags/?v=1', asked)).body).not.toHaveProperty('minimalFlagCalledEvents')
      const feed = await owner.get(`/api/projects/${project.id}/feature_flags/local_evaluation/`)
      expect(feed.body).toMatchObject({ minimal_flag_called_events: true, flags: [{ has_experiment: false }] })
    })
  })

  describe('tell of persons and groups', () => {
    it('CAPTURE-20 beside the event or in its properties, and it counts in evaluation', async () => {
      const { send, properties, newFlag, anonymous, token } = await worldWithFlag(newWorld)
      const { key } = await newFlag({
        filters: { groups: [{ properties: [{ key: 'plan', type: 'person', value: 'pro' }] }] },
      })
      await send([
        { event: '$identify', distinct_id: 'u', $set: { plan: 'pro' }, $set_once: { first: 1 }, properties: {} },
        { event: 'bought', distinct_id: 'u', properties: { $set_once: { first: 2, second: 2 }, $unset: ['gone'] } },
        { event: '$set', distinct_id: 'v', $set: { a: 1 }, properties: { $set: { a: 0, b: 0 } }, $unset: ['b'] },
      ])
      expect(await properties('u')).toEqual({ plan: 'pro', first: 1, second: 2 })
      expect(await properties('v')).toEqual({ a: 1 })
      const { body } = await anonymous.post('/flags/?v=2', { token, distinct_id: 'u', flag_keys: [key] })
      expect(body.flags).toMatchObject({ [key]: { enabled: true } })
    })

    it('CAPTURE-23 whose type may be new', async () => {
      const { send, api, project } = await worldWithFlag(newWorld)
      const about = ($group_type: string) => ({
        event: '$groupidentify',
        distinct_id: 'u',
        properties: { $group_type, $group_key: 'k', $group_set: { type: $group_type } },
      })
      await send([about('company'), about('team')])
      const groups = await api.deck.context.store.read(async (tx) => [
        (await tx.projects.find(project.id))?.groupTypes,
        (await tx.groups.find(project.id, 1, 'k'))?.properties,
        (await tx.groups.find(project.id, 2, 'k'))?.properties,
      ])
      expect(groups).toEqual([['organization', 'company', 'team'], { type: 'company' }, { type: 'team' }])
    })

    it('CAPTURE-16 CAPTURE-25 although they say things that no store could keep', async () => {
      const { send, properties, ...world } = await worldWithFlag(newWorld)
      const odd = { 'a\0': 'b\0', '\ud800': '\ud800', '': '', ['x'.repeat(5000)]: null, __proto__x: { __proto__y: 1 } }
      expect((await send([{ event: '$set', distinct_id: 'a\0', $set: odd }])).status).toBe(200)
      expect((await send([{ event: '$set', distinct_id: 'u', $set: odd }])).status).toBe(200)
      expect(await properties('u')).toEqual(odd)
      const names = { $group_type: 'a\0', $group_key: '\0', $group_set: odd }
      expect((await send([{ event: '$groupidentify', distinct_id: '\0', properties: names }])).status).toBe(200)
      const flag = called('f\0', 'u\0', { $feature_flag_response: 'v\0', $lib: 'l\0' })
      const long = called(unlikely(5000), unlikely(5000), {
        $feature_flag_response: unlikely(5000),
        $lib: unlikely(5000),
      })
      const oddVariant = called('f', 'u\0', { $feature_flag_response: 'v\0\ud800', $lib: `l\0${unlikely(5000)}` })
      const longVariant = called('f', 'u', { $feature_flag_response: unlikely(50_000) })
      expect((await send([flag, long, oddVariant, longVariant])).status).toBe(200)
      expect(await countedUsage(world, { by: ['variant', 'sdk'] })).toEqual([
        { variant: '$other', sdk: 'posthog-node', count: 1, errors: 0 },
        { variant: 'v\0\ud800', sdk: '', count: 1, errors: 0 },
      ])
    })

    it('CAPTURE-26 of several in one batch, at the same time as others, and nobody loses anything', async () => {
      const { send, properties } = await worldWithFlag(newWorld)
      const about = (distinct_id: string, n: number) => ({ event: '$set', distinct_id, $set: { [`p${n}`]: n } })
      const batches = Array.from({ length: 10 }, (_, n) => {
        const batch = Array.from({ length: 30 }, (_, user) => about(`u${user}`, n))
        return send(n % 2 === 0 ? batch : batch.toReversed())
      })
      for (const { status } of await Promise.all(batches)) expect(status).toBe(200)
      for (const user of ['u0', 'u29']) expect(Object.keys((await properties(user)) ?? {})).toHaveLength(10)
    })
  })
}

/** Text that no database can make smaller. */
function unlikely(length: number): string {
  return randomBytes(length).toString('base64').slice(0, length)
}

const IGNORING = { timestamp: '2025-12-20T00:00:00Z', properties: { $ignore_sent_at: true } }
