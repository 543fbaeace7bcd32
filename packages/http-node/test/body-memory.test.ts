import { setImmediate as nextTurn } from 'node:timers/promises'
import { createApplication, endpoint, handle } from '@flagdeck/http'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { serve } from '../src/index.ts'
import { RawConnection } from './raw-connection.ts'

const common = { summary: 'Sample', tag: 'sample', auth: 'public', output: z.unknown(), method: 'POST' } as const

/** A server with this much memory for bodies that authenticates clients before it reads bodies, as for API keys. */
async function serverHolding(bodyMemoryBytes: number) {
  let admitted = 0
  const application = createApplication({
    bodyMemoryBytes,
    async authenticate() {
      await nextTurn()
      admitted++
      return {}
    },
    routes: [
      handle(endpoint({ ...common, path: '/echo', operationId: 'echo', body: z.looseObject({}) }), ({ body }) => body),
    ],
  })
  const server = await serve(application, { port: 0 })
  onTestFinished(async () => {
    await server.close({ timeoutMs: 0 })
  })
  return { port: server.port, admitted: () => admitted }
}

async function connection(port: number): Promise<RawConnection> {
  const opened = await RawConnection.open(port)
  onTestFinished(() => void opened.socket.destroy())
  return opened
}

function headOf(length: number, path = '/echo'): string {
  const headers = `connection: close\r\ncontent-type: application/json\r\ncontent-length: ${length}`
  return `POST ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n\r\n`
}

test('HTTP-34 a body that waits for room is read whole, also when its end has come before', async () => {
  const { port, admitted } = await serverHolding(200)
  const first = await connection(port)
  first.send(`${headOf(150)}{"a":1${' '.repeat(140)}`)
  await expect.poll(admitted).toBe(1)
  const body = JSON.stringify({ name: 'x'.repeat(100) })
  const second = (await connection(port)).send(headOf(body.length) + body)
  await expect.poll(admitted).toBe(2)
  await nextTurn()
  first.send('}   ')
  expect(await second.closed()).toContain(body)
})

/** A server that authenticates changes by header, and batches and flag requests by their body. */
async function serverWithStrangers(bodyMemoryBytes: number, maxBodyBytes: number): Promise<number> {
  const body = z.looseObject({})
  const large = { ...common, auth: 'project_token', maxBodyBytes, body } as const
  const application = createApplication({
    bodyMemoryBytes,
    async authenticate({ bodyReading }, { auth }) {
      await nextTurn()
      if (auth !== 'project_token') return {}
      bodyReading.admitWith((beginning) => {
        if (!Buffer.from(beginning).includes('phc_known')) throw new Error('a stranger')
      })
      return {}
    },
    routes: [
      handle(endpoint({ ...large, path: '/batch/', operationId: 'batch' }), () => ({ taken: true })),
      handle(endpoint({ ...large, path: '/flags/', operationId: 'flags' }), () => ({ taken: true })),
      handle(endpoint({ ...common, method: 'PATCH', path: '/flag', operationId: 'change', body }), () => ({})),
    ],
  })
  const server = await serve(application, { port: 0 })
  onTestFinished(async () => {
    await server.close({ timeoutMs: 0 })
  })
  return server.port
}

const KIB = 1024

test('HTTP-34 small bodies, and large ones of who is known, are answered at once while strangers send slowly', async () => {
  const limit = 1280 * KIB
  const port = await serverWithStrangers(8192 * KIB, limit)
  const slowly = async (bytes: number) =>
    (await connection(port)).send(`${headOf(limit, '/batch/')}{"a":1${' '.repeat(bytes)}`)
  const strangers = await Promise.all([...Array.from({ length: 6 }, () => slowly(1216 * KIB)), slowly(500 * KIB)])
  const isRead = ({ received, socket }: RawConnection) => socket.writableLength === 0 || received.includes('503')
  await expect.poll(() => strangers.every(isRead), { timeout: 5000 }).toBe(true)
  const send = async (method: string, path: string, length: number) => {
    const text = JSON.stringify({ token: 'phc_known', note: 'x'.repeat(length) })
    const init = { method, body: text, headers: { 'content-type': 'application/json' } }
    return (await fetch(`http://127.0.0.1:${port}${path}`, init)).status
  }
  const startedAt = performance.now()
  const small = Array.from({ length: 5 }, () => [send('PATCH', '/flag', 60 * KIB), send('POST', '/flags/', 60 * KIB)])
  expect(new Set(await Promise.all(small.flat()))).toEqual(new Set([200]))
  expect(await send('POST', '/batch/', 700 * KIB)).toBe(200)
  expect(performance.now() - startedAt).toBeLessThan(1500)
})

test('HTTP-34 the largest batch whose token stands at its end is taken, also by the least memory of a server', async () => {
  const port = await serverWithStrangers(64 * 1024 * KIB, 20 * 1024 * KIB)
  const body = JSON.stringify({ note: 'x'.repeat(20_000 * KIB), token: 'phc_known' })
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
  expect((await fetch(`http://127.0.0.1:${port}/batch/`, init)).status).toBe(200)
})
