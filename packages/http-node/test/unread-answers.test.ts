import { createApplication, endpoint, handle, replyRaw } from '@flagdeck/http'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { serve } from '../src/index.ts'
import { RawConnection } from './raw-connection.ts'

const MIB = 1024 * 1024
/** Just below the size of responses that are written in parts. */
const SMALL = 'x'.repeat(250 * 1024)
const PARTS = 64
const sample = { summary: 'Sample', tag: 'sample', auth: 'public', output: z.unknown(), method: 'GET' } as const

/** A server with small and large responses, and the number of parts built for the large ones. */
async function startServer(responseMemoryBytes: number) {
  let parts = 0
  function* made() {
    for (let part = 0; part < PARTS; part++) {
      parts++
      yield 'y'.repeat(MIB / 2)
    }
  }
  const application = createApplication({
    responseMemoryBytes,
    authenticate: async () => ({}),
    routes: [
      handle(endpoint({ ...sample, path: '/small', operationId: 'small' }), () => SMALL),
      handle(endpoint({ ...sample, path: '/large', operationId: 'large' }), async ({ request }) => {
        await request.reservation.reserve((PARTS * MIB) / 2)
        return replyRaw(
          { parts: made(), release: () => undefined },
          { headers: { 'content-type': 'application/json' } },
        )
      }),
    ],
  })
  const server = await serve(application, { port: 0 })
  onTestFinished(async () => {
    await server.close({ timeoutMs: 0 })
  })
  const open = async (path: string, times = 1) => {
    const connection = await RawConnection.open(server.port)
    onTestFinished(() => void connection.socket.destroy())
    connection.socket.pause()
    const request = `GET ${path} HTTP/1.1\r\nhost: x\r\n`
    return connection.send(`${`${request}\r\n`.repeat(times - 1)}${request}connection: close\r\n\r\n`)
  }
  const taken = () => application.responseMemory?.taken ?? 0
  return { url: server.url, open, taken, parts: () => parts }
}

/** The number of bytes that a client receives when it starts to read its response. */
async function readAll({ socket }: RawConnection): Promise<number> {
  let length = 0
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('data', (text: string) => {
    length += text.length
  })
  socket.resume()
  await closed
  return length
}

test('HTTP-91 writes a large response as its client reads it, plain and compressed', async () => {
  const { url, open, taken, parts } = await startServer(128 * MIB)
  const connection = await open('/large')
  await expect.poll(parts).toBeGreaterThan(0)
  expect(taken()).toBe((PARTS * MIB) / 2)
  // Only the parts that fit into the buffers of both sides are built.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(parts()).toBeLessThan(PARTS / 2)
  expect(await readAll(connection)).toBeGreaterThan((PARTS * MIB) / 2)
  await expect.poll(taken).toBe(0)
  for (const encoding of ['gzip', 'br']) {
    const response = await fetch(`${url}/large`, { headers: { 'accept-encoding': encoding } })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(await response.text()).toBe('y'.repeat((PARTS * MIB) / 2))
  }
  await expect.poll(taken).toBe(0)
})

test('HTTP-90 a client that leaves a large response releases it', async () => {
  const { open, taken, parts } = await startServer(128 * MIB)
  const connection = await open('/large')
  await expect.poll(parts).toBeGreaterThan(0)
  connection.socket.destroy()
  await expect.poll(taken).toBe(0)
})

test('HTTP-91 disconnects a client that takes nothing of a large response for 15 s', { timeout: 40_000 }, async () => {
  const { open, taken, parts } = await startServer(128 * MIB)
  const connection = await open('/large')
  await expect.poll(parts).toBeGreaterThan(0)
  await expect.poll(taken, { timeout: 25_000 }).toBe(0)
  expect(await readAll(connection)).toBeLessThan((PARTS * MIB) / 2)
})

test('OUT-8 beyond the memory for responses clients that do not read are disconnected, and no others', {
  timeout: 60_000,
}, async () => {
  const { open, taken } = await startServer(MIB)
  // This many responses on one connection fill the buffers of both sides, and one more stays unread.
  const openUnread = async () => {
    const before = taken()
    const connection = await open('/small', 100)
    await expect.poll(taken, { timeout: 10_000 }).toBeGreaterThan(before)
    return connection
  }
  const reading = await openUnread()
  const read = setInterval(() => void reading.socket.read(64 * 1024), 100)
  onTestFinished(() => clearInterval(read))
  const stalled = [await openUnread(), await openUnread(), await openUnread()]
  await new Promise((resolve) => setTimeout(resolve, 5500))
  expect(stalled.map(({ socket }) => socket.destroyed)).toEqual([false, false, false])
  await open('/small', 100)
  await expect.poll(taken, { timeout: 10_000 }).toBeLessThan(0.6 * MIB)
  const lengths = await Promise.all(stalled.map(readAll))
  expect(lengths.map((length) => length < 100 * SMALL.length)).toEqual([true, true, true])
  clearInterval(read)
  expect(await readAll(reading)).toBeGreaterThan(50 * SMALL.length)
})
