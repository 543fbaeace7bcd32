import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { PlainRequestOptions } from '../../src/rest/plain-request.ts'
import type { NewWorld } from '../support/world.ts'

type Encode = (data: object) => PlainRequestOptions & { readonly query?: string }

function base64(data: string | Uint8Array): string {
  return Buffer.from(data).toString('base64')
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const TEXT = { 'content-type': 'text/plain' }

/** All encodings in which SDKs have ever sent bodies (HTTP-70). */
const ENCODINGS: Readonly<Record<string, Encode>> = {
  JSON: (data) => ({ json: data }),
  'JSON without a content type': (data) => ({ body: JSON.stringify(data) }),
  'JSON as text/plain': (data) => ({ body: JSON.stringify(data), headers: TEXT }),
  'JSON under a form’s name': (data) => ({ body: JSON.stringify(data), headers: FORM }),
  'JSON with NaN and Infinity': (data) => ({
    body: JSON.stringify({ ...data, person_properties: { a: 0, b: 1 } }).replace(
      '"a":0,"b":1',
      '"a":NaN,"b":-Infinity',
    ),
  }),
  'gzip by its first bytes': (data) => ({ body: gzipSync(JSON.stringify(data)), headers: TEXT }),
  'gzip by ?compression=gzip': (data) => ({ body: gzipSync(JSON.stringify(data)), query: 'compression=gzip' }),
  'gzip by ?compression=gzip-js': (data) => ({
    body: gzipSync(JSON.stringify(data)),
    headers: TEXT,
    query: 'compression=gzip-js&ver=1.2&_=1763621000000',
  }),
  'gzip by Content-Encoding': (data) => ({
    body: gzipSync(JSON.stringify(data)),
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  }),
  'a form of base64': (data) => ({
    body: `data=${encodeURIComponent(base64(JSON.stringify(data)))}`,
    headers: FORM,
    query: 'compression=base64',
  }),
  'a form of base64 without padding': (data) => ({
    body: `data=${base64(JSON.stringify(data)).replace(/=+$/, '')}`,
    headers: FORM,
  }),
  'bare base64': (data) => ({ body: base64(JSON.stringify(data)), headers: TEXT }),
  'base64 of gzip': (data) => ({ body: base64(gzipSync(JSON.stringify(data))), query: 'compression=base64' }),
  'what a host program has parsed': (data) => ({ parsed: data }),
}

export function sdkBodies(newWorld: NewWorld): void {
  for (const [path, status] of [
    ['/flags/', 200],
    ['/batch/', 200],
  ] as const) {
    describe(`of ${path}`, () => {
      for (const [encoding, encode] of Object.entries(ENCODINGS)) {
        it(`HTTP-70 are read as ${encoding}`, async () => {
          const { anonymous, project } = await newWorld()
          const data = { api_key: project.apiToken, distinct_id: 'ünï', batch: [{ event: 'e', distinct_id: 'u' }] }
          const { query, ...options } = encode(data)
          const url = query === undefined ? path : `${path}?${query}`
          expect((await anonymous.send('POST', url, options)).status).toBe(status)
          const wrong = encode({ ...data, api_key: 'phc_unknown' })
          expect((await anonymous.send('POST', url, wrong)).status).toBe(401)
        })
      }

      it('HTTP-70 are refused with 400 when their compression is unknown', async () => {
        const { anonymous, project } = await newWorld()
        for (const compression of ['lz64', 'br', 'GZIP']) {
          const data = { token: project.apiToken, distinct_id: 'u' }
          const { status, text } = await anonymous.post(`${path}?compression=${compression}`, data)
          expect([status, text]).toEqual([400, expect.stringContaining('Unsupported compression.')])
        }
      })

      it('HTTP-70 are refused with 400 when nobody can read them', async () => {
        const { anonymous } = await newWorld()
        const bodies = ['hello', '{"token":', '5', '"text"', 'null', 'data=', 'data=%%%', base64('hello'), '\u0000']
        const broken = [...bodies, gzipSync('{}').subarray(0, 15), new Uint8Array([0xff, 0xfe, 0x00])]
        for (const body of broken) {
          const { status, text } = await anonymous.send('POST', path, { body })
          expect([status, text], String(body)).toEqual([400, expect.stringContaining('JSON parse error')])
        }
      })
    })
  }

  it('HTTP-70 of /flags/ may have 2 MiB; more is 413', async () => {
    const { anonymous, project } = await newWorld()
    const data = (bytes: number) =>
      JSON.stringify({ token: project.apiToken, distinct_id: 'u', filler: 'x'.repeat(bytes - 200) })
    const mebibyte = 1024 * 1024
    expect((await anonymous.send('POST', '/flags/', { body: data(2 * mebibyte) })).status).toBe(200)
    expect((await anonymous.send('POST', '/flags/', { body: data(2 * mebibyte + 400) })).status).toBe(413)
    const bomb = gzipSync(data(3 * mebibyte))
    expect((await anonymous.send('POST', '/flags/', { body: bomb })).body).toMatchObject({
      code: 'request_entity_too_large',
    })
  })
}
