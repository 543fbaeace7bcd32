import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { bodyMemory } from './body-memory.ts'
import { BodyReading, MAX_UNKNOWN_DECODED_BYTES } from './body-reading.ts'
import { CollectedBytes } from './collected-bytes.ts'
import { decodeWithin } from './decode-within.ts'
import { decompressed } from './decompress.ts'

const MIB = 1024 * 1024
const TOO_LARGE = { kind: 'request_entity_too_large' }

function reading(limitBytes: number, memory = bodyMemory()) {
  return { memory, reading: new BodyReading(limitBytes, memory) }
}

describe('HTTP-34 the bytes of a body', () => {
  test('count while they are held, and not any more once the request is answered', () => {
    const { memory, reading: body } = reading(100)
    body.take(60)
    body.give(20)
    expect(memory.bytes.taken).toBe(40)
    body.release()
    expect(memory.bytes.taken).toBe(0)
  })

  test('do not count when room becomes free for a request that is over', async () => {
    const { memory, reading: body } = reading(100, bodyMemory({ bodyMemoryBytes: 100 }))
    memory.bytes.take(100)
    const waiting = body.take(10)
    body.release()
    memory.bytes.give(100)
    await waiting
    expect(memory.bytes.taken).toBe(0)
  })

  test('are not given back twice, nor taken, by a request that is over', () => {
    const { memory, reading: body } = reading(100)
    body.take(60)
    body.release()
    body.give(20)
    body.release()
    body.take(10)
    expect(memory.bytes.taken).toBe(0)
  })

  test('of small bodies find room beside large ones, whoever sends them', async () => {
    const memory = bodyMemory({ bodyMemoryBytes: 8 * MIB })
    const known = new BodyReading(20 * MIB, memory)
    known.admitKnown()
    expect([known.take(6 * MIB), memory.large.taken]).toEqual([undefined, 6 * MIB])
    const late = new BodyReading(20 * MIB, memory)
    expect([late.take(64 * 1024), late.take(64 * 1024)]).toEqual([undefined, undefined])
    const waiting = late.take(1)
    expect(waiting).toBeInstanceOf(Promise)
    known.release()
    await waiting
    expect([memory.large.taken, memory.bytes.taken]).toEqual([128 * 1024 + 1, 128 * 1024 + 1])
    late.release()
    expect([memory.large.taken, memory.bytes.taken]).toEqual([0, 0])
  })

  test('of strangers leave room for large bodies of who is known', async () => {
    const memory = bodyMemory({ bodyMemoryBytes: 12 * MIB })
    const stranger = new BodyReading(20 * MIB, memory)
    expect([stranger.take(4 * MIB), memory.unknown.taken]).toEqual([undefined, 4 * MIB])
    expect(() => stranger.take(1)).toThrow('Request body is too large.')
    const known = new BodyReading(20 * MIB, memory)
    known.admitWith(() => undefined)
    await known.take(5 * MIB)
    expect([memory.unknown.taken, memory.large.taken]).toEqual([4 * MIB, 9 * MIB])
    known.release()
    stranger.admitKnown()
    expect([memory.unknown.taken, memory.large.taken]).toEqual([0, 4 * MIB])
    expect(stranger.take(5 * MIB)).toBeUndefined()
    stranger.release()
    expect(memory.bytes.taken).toBe(0)
  })

  test('are looked at once before there are many, and go on to come when they name nobody', async () => {
    const { memory, reading: body } = reading(20 * MIB)
    const seen: number[] = []
    body.admitWith(({ length }) => {
      seen.push(length)
      throw new Error('a stranger')
    })
    const collected = new CollectedBytes(body)
    for (let at = 0; at < 48; at++) await collected.add(new Uint8Array(64 * 1024))
    expect([seen, collected.length]).toEqual([[128 * 1024], 3 * MIB])
    expect(memory.unknown.taken).toBeGreaterThanOrEqual(3 * MIB)
  })

  test('are refused at once when there could never be room', () => {
    const { reading: body } = reading(200, bodyMemory({ bodyMemoryBytes: 100 }))
    expect(() => body.take(101)).toThrow('Request body is too large.')
  })

  test('are put together as they come, in little more than their length', () => {
    const { memory, reading: body } = reading(2 * MIB)
    const collected = new CollectedBytes(body)
    for (let at = 0; at < MIB; at++) collected.add(new Uint8Array([at % 251]))
    expect(collected.bytes.length).toBe(MIB)
    expect(collected.bytes.every((byte, at) => byte === at % 251)).toBe(true)
    expect(memory.bytes.taken).toBeLessThanOrEqual(2 * MIB)
    expect(() => collected.add(new Uint8Array(MIB + 1))).toThrow('Request body is too large.')
  })
})

describe('HTTP-35 a compressed body', () => {
  const zeros = (bytes: number) => gzipSync(new Uint8Array(bytes))
  const decode = (body: BodyReading, bytes: Uint8Array) => decodeWithin(body, bytes, 'gzip', decompressed)

  test('is decoded up to 2 MiB for anybody', async () => {
    const { reading: body } = reading(20 * MIB)
    expect((await decode(body, zeros(MAX_UNKNOWN_DECODED_BYTES))).length).toBe(MAX_UNKNOWN_DECODED_BYTES)
    await expect(decode(body, zeros(MAX_UNKNOWN_DECODED_BYTES + 1))).rejects.toMatchObject(TOO_LARGE)
  })

  test('is decoded further for who is known, or for who may by its beginning', async () => {
    const { reading: body } = reading(20 * MIB)
    const seen: number[] = []
    body.admitWith(({ length }) => void seen.push(length))
    body.admitKnown()
    expect((await decode(body, zeros(10 * MIB))).length).toBe(10 * MIB)
    expect((await decode(body, zeros(10 * MIB))).length).toBe(10 * MIB)
    expect(seen).toHaveLength(1)
    expect(seen[0]).toBeLessThanOrEqual(MAX_UNKNOWN_DECODED_BYTES)
    await expect(decode(body, zeros(20 * MIB + 1))).rejects.toMatchObject(TOO_LARGE)
  })

  test('is decoded beside three others and no more, and leaves its place whatever happens', async () => {
    const { memory } = reading(0)
    let running = 0
    let most = 0
    const slow = () =>
      new BodyReading(MIB, memory).decoding(1, async () => {
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 5))
        running--
        throw new Error('broken')
      })
    await Promise.allSettled(Array.from({ length: 20 }, slow))
    expect([most, memory.decoders.taken, memory.bytes.taken]).toEqual([4, 0, 0])
  })

  test('lets others decode while somebody finds out who sends it', async () => {
    const { memory, reading: body } = reading(20 * MIB)
    let meanwhile = -1
    body.admitWith(() => {
      meanwhile = memory.decoders.taken
      throw new Error('a stranger')
    })
    await expect(decode(body, zeros(10 * MIB))).rejects.toThrow('a stranger')
    expect([meanwhile, memory.decoders.taken]).toEqual([0, 0])
    body.release()
    expect(memory.bytes.taken).toBe(0)
  })
})
