import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { BodyReading } from '../../rest/body/body-reading.ts'
import type { RawBody } from '../../rest/plain-request.ts'
import { sdkBody } from './sdk-body.ts'

const DATA = { token: 'phc_x', distinct_id: 'ünï', list: [1, null, '>?>?'] }
const json = JSON.stringify(DATA)
const gzip = gzipSync(json)

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function base64(data: string | Uint8Array): string {
  return Buffer.from(data).toString('base64')
}

function read(body: RawBody, compression?: string, maxBytes = 100_000) {
  return sdkBody(body, { compression, reading: new BodyReading(maxBytes) })
}

describe('the body of an SDK', () => {
  const forms: readonly [string, RawBody][] = [
    ['JSON', bytes(json)],
    ['JSON after blanks', bytes(` \r\n\t${json}\n`)],
    ['gzip', gzip],
    ['base64', bytes(base64(json))],
    ['base64 without padding', bytes(base64(json).replace(/=+$/, ''))],
    ['base64 for URLs', bytes(Buffer.from(json).toString('base64url'))],
    ['base64 with line breaks', bytes(base64(json).replace(/.{20}/g, '$&\r\n'))],
    ['base64 of gzip', bytes(base64(gzip))],
    ['a form', bytes(`data=${encodeURIComponent(base64(json))}`)],
    ['a form without padding', bytes(`data=${base64(json).replace(/=+$/, '')}`)],
    ['a form whose plus signs are bare', bytes(`data=${base64(json)}`)],
    ['a form of gzip', bytes(`data=${encodeURIComponent(base64(gzip))}`)],
    ['a form with more fields', bytes(`ip=1&data=${encodeURIComponent(base64(json))}&compression=base64`)],
    ['what a host program parsed as JSON', { parsed: DATA }],
    ['what a host program parsed as a form', { parsed: { data: base64(json).replaceAll('+', ' ') } }],
  ]
  for (const [form, body] of forms) {
    it(`is read from ${form}`, async () => {
      expect(await read(body)).toEqual(DATA)
    })
  }

  it('is looked at rather than believed, whatever compression is stated', async () => {
    for (const compression of ['gzip', 'gzip-js', 'base64', '', undefined]) {
      expect(await read(gzip, compression)).toEqual(DATA)
      expect(await read(bytes(json), compression)).toEqual(DATA)
    }
  })

  it('is empty when nothing was sent', async () => {
    expect(await read(new Uint8Array())).toEqual({})
  })

  it('may have numbers that JSON does not have', async () => {
    expect(await read(gzipSync('{"a":NaN,"b":-Infinity}'))).toEqual({ a: null, b: null })
  })

  it('keeps a key called __proto__ as a key', async () => {
    const data = await read(bytes('{"__proto__":{"polluted":true}}'))
    expect(Object.keys(data)).toEqual(['__proto__'])
    expect({}).not.toHaveProperty('polluted')
  })

  it('is refused when its compression is unknown', async () => {
    for (const compression of ['lz64', 'zstd', 'GZIP', '__proto__']) {
      await expect(read(bytes(json), compression)).rejects.toMatchObject({ kind: 'bad_request' })
    }
  })

  const broken: readonly [string, RawBody][] = [
    ['text that is nothing', bytes('hello, world!')],
    ['JSON that ends too early', bytes('{"a":')],
    ['JSON that is no object', bytes('[1]')],
    ['JSON that is a number', bytes('5')],
    ['base64 of nothing readable', bytes(base64('not json'))],
    ['base64 of base64', bytes(base64(base64(json)))],
    ['gzip that ends too early', gzip.subarray(0, 20)],
    ['gzip that was damaged', Buffer.concat([gzip.subarray(0, 12), Buffer.alloc(20, 7)])],
    ['two bytes that look like gzip', new Uint8Array([0x1f, 0x8b])],
    ['text that is not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
    ['a form without data', bytes('data=')],
    ['a form with a broken escape', bytes('data=%E0%A4%A')],
    ['JSON that is nested too deeply', bytes(`{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`)],
    ['base64 of JSON that is nested too deeply', bytes(base64(`{"a":${'['.repeat(5000)}`))],
    ['text that a host program parsed', { parsed: 'text' }],
    ['a list that a host program parsed', { parsed: [1] }],
  ]
  for (const [what, body] of broken) {
    it(`is refused when it is ${what}`, async () => {
      await expect(read(body)).rejects.toMatchObject({ name: 'RequestError', kind: 'parse_error' })
    })
  }

  it('is refused when it grows beyond the limit, also inside of base64', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000, 0x20))
    const refusal = { kind: 'request_entity_too_large' }
    await expect(read(bomb)).rejects.toMatchObject(refusal)
    await expect(read(bytes(`data=${encodeURIComponent(base64(bomb))}`))).rejects.toMatchObject(refusal)
  })

  it.each([
    ['padding', '='.repeat(2_000_000)],
    ['padding before a letter', `${'='.repeat(2_000_000)}x`],
    ['ampersands', '&'.repeat(2_000_000)],
    ['beginnings of forms', '&data'.repeat(400_000)],
    ['blanks', ' '.repeat(2_000_000)],
  ])('takes time in proportion to %s', { timeout: 5000 }, async (_, text) => {
    await expect(read(bytes(text), undefined, 10_000_000)).rejects.toMatchObject({ kind: 'parse_error' })
  })
})
