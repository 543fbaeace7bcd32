import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApplication, endpoint, handle } from '@flagdeck/http'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { nodeListener, serve } from '../src/index.ts'
import { RawConnection } from './raw-connection.ts'

const common = { summary: 'Sample', tag: 'sample', auth: 'public', output: z.unknown() } as const
const count = endpoint({
  ...common,
  method: 'GET',
  path: '/count',
  operationId: 'count',
  query: z.object({ n: z.string() }),
})
const echo = endpoint({ ...common, method: 'POST', path: '/echo', operationId: 'echo', body: z.looseObject({}) })

/** An application that records its requests, and how many of them it handles concurrently. */
function countingApplication() {
  const handled: string[] = []
  let underWay = 0
  let mostUnderWay = 0
  const gate = Promise.withResolvers<void>()
  const application = createApplication({
    authenticate: () => ({}),
    routes: [
      handle(count, async ({ query }) => {
        handled.push(query.n)
        mostUnderWay = Math.max(mostUnderWay, ++underWay)
        if (query.n === 'gate') await gate.promise
        underWay--
        return { n: query.n }
      }),
      handle(echo, ({ body }) => body),
    ],
  })
  return { application, handled, openGate: gate.resolve, mostUnderWay: () => mostUnderWay }
}

type Counting = ReturnType<typeof countingApplication>

const FACES = {
  'a server of our own': async ({ application }: Counting) => {
    const server = await serve(application, { port: 0 })
    onTestFinished(async () => void (await server.close({ timeoutMs: 0 })))
    return server.port
  },
  'a listener in another server': async ({ application }: Counting) => {
    const server = createServer(nodeListener(application)).listen(0, '127.0.0.1')
    onTestFinished(() => server.closeAllConnections())
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    // The address of a server that listens on a host and port has this type.
    return (server.address() as AddressInfo).port
  },
} satisfies Readonly<Record<string, (counting: Counting) => Promise<number>>>

async function open(port: number): Promise<RawConnection> {
  const connection = await RawConnection.open(port)
  onTestFinished(() => void connection.socket.destroy())
  return connection
}

function getRequest(n: number | string, headers = ''): string {
  return `GET /count?n=${n} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`
}

function pipelined(requests: number): string {
  return Array.from({ length: requests }, (_, n) => getRequest(n)).join('')
}

function numbersIn(received: string): number[] {
  return [...received.matchAll(/\{"n":"(\d+)"\}/g)].map(([, n]) => Number(n))
}

test.each(Object.entries(FACES))(
  'HTTP-89 handles pipelined requests of a connection in order and one at a time, in %s',
  async (_, listen) => {
    const counting = countingApplication()
    const connection = await open(await listen(counting))
    connection.send(pipelined(5000))
    await expect.poll(() => counting.handled.length, { timeout: 20_000 }).toBe(5000)
    // The connection stays usable.
    const received = await connection.send(getRequest('5000', 'connection: close\r\n')).closed()
    expect(numbersIn(received)).toEqual(Array.from({ length: 5001 }, (_, n) => n))
    expect(counting.mostUnderWay()).toBe(1)
  },
)

test.each(Object.entries(FACES))(
  'HTTP-89 answers other connections between pipelined requests, in %s',
  async (_, listen) => {
    const counting = countingApplication()
    const port = await listen(counting)
    const [pipelining, other] = await Promise.all([open(port), open(port)])
    pipelining.send(getRequest('gate') + pipelined(5000))
    await expect.poll(() => counting.handled).toEqual(['gate'])
    counting.openGate()
    await expect.poll(() => counting.handled.length, { interval: 1 }).toBeGreaterThan(1)
    await other.send(getRequest('other')).receives('{"n":"other"}')
    expect(counting.handled.length).toBeLessThan(5000)
    await expect.poll(() => counting.handled.length, { timeout: 20_000 }).toBe(5002)
    expect(pipelining.socket.destroyed).toBe(false)
  },
)

test('HTTP-89 keeps the semantics of HTTP/1.1 for requests that wait', async () => {
  const counting = countingApplication()
  const connection = await open(await FACES['a server of our own'](counting))
  const post = (body: string, headers = '') =>
    `POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n${headers}\r\n`
  const large = JSON.stringify({ text: 'x'.repeat(300_000) })
  connection.send(getRequest('gate'))
  connection.send(`HEAD /count?n=7 HTTP/1.1\r\nhost: x\r\n\r\n`)
  connection.send(post(large) + large)
  connection.send('GET /count?n=9 HTTP/1.1\r\n\r\n')
  connection.send(post('{"waits":1}', 'expect: 100-continue\r\n'))
  await expect.poll(() => counting.handled).toEqual(['gate'])
  expect(connection.received).toBe('')
  counting.openGate()
  await connection.receives('100 Continue')
  connection.send('{"waits":1}')
  await connection.receives('{"waits":1}')
  connection.send(getRequest('10', 'connection: close\r\n'))
  const received = await connection.closed()
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
  expect(statuses).toEqual([200, 200, 200, 400, 100, 200, 200])
  expect(received).toContain(large)
  expect(counting.handled).toEqual(['gate', '7', '10'])
})

test('HTTP-89 answers an upgrade that waits like any other request', async () => {
  const counting = countingApplication()
  const connection = await open(await FACES['a server of our own'](counting))
  connection.send(getRequest('gate') + getRequest('7', 'connection: upgrade\r\nupgrade: other\r\n'))
  await expect.poll(() => counting.handled).toEqual(['gate'])
  counting.openGate()
  expect(numbersIn(await connection.receives('{"n":"7"}'))).toEqual([7])
})

test('HTTP-89 drops the waiting requests of a client that left', async () => {
  const counting = countingApplication()
  const port = await FACES['a server of our own'](counting)
  const connection = await open(port)
  connection.send(getRequest('gate') + pipelined(10))
  await expect.poll(() => counting.handled).toEqual(['gate'])
  connection.socket.destroy()
  const other = await open(port)
  await other.send(getRequest('other')).receives('{"n":"other"}')
  counting.openGate()
  await other.send(getRequest('last')).receives('{"n":"last"}')
  expect(counting.handled).toEqual(['gate', 'other', 'last'])
})

test('HTTP-89 reads no more than one read ahead of a connection whose requests wait', async () => {
  const counting = countingApplication()
  const connection = await open(await FACES['a server of our own'](counting))
  connection.send(getRequest('gate'))
  await expect.poll(() => counting.handled).toEqual(['gate'])
  // More than the buffers of both sides hold.
  connection.send(pipelined(600_000))
  const unread = () => connection.socket.writableLength
  await expect.poll(() => connection.socket.bytesWritten - unread(), { timeout: 5000 }).toBeGreaterThan(0)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(unread()).toBeGreaterThan(1024 * 1024)
})
