import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { createApplication } from './application.ts'
import { endpoint } from './endpoint.ts'
import { fetchHandler } from './fetch-handler.ts'
import { Overloaded } from './overloaded.ts'
import { plainRequest } from './plain-request.ts'
import { isParted } from './plain-response.ts'
import { replyJson } from './reply.ts'
import { ResponseReservation, responseBudgets } from './response-memory.ts'
import { handle } from './routing/route.ts'

const MIB = 1024 * 1024
const LARGE = 'x'.repeat(MIB)
const get = { summary: 'Sample', tag: 'sample', auth: 'public', output: z.unknown(), method: 'GET' } as const

/** An application with memory for two of its large responses. */
function application() {
  let written = 0
  function* parts() {
    for (let part = 0; part < 16; part++) {
      written++
      yield 'y'.repeat(MIB / 16)
    }
  }
  const made = createApplication({
    responseMemoryBytes: 2.5 * MIB,
    authenticate: () => ({}),
    routes: [
      handle(endpoint({ ...get, path: '/text', operationId: 'text' }), () => replyJson<never>(LARGE)),
      handle(endpoint({ ...get, path: '/parts', operationId: 'parts' }), async ({ request }) => {
        await request.reservation.reserve(MIB)
        return replyJson<never>(parts())
      }),
      handle(endpoint({ ...get, path: '/larger', operationId: 'larger' }), async ({ request }) => {
        await request.reservation.reserve(100 * MIB)
        return replyJson<never>(parts())
      }),
      handle(endpoint({ ...get, path: '/fails', operationId: 'fails' }), async ({ request }) => {
        await request.reservation.reserve(MIB)
        throw new Error('broken')
      }),
      handle(endpoint({ ...get, path: '/small', operationId: 'small' }), () => ({ small: true })),
    ],
  })
  return { ...made, written: () => written }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('HTTP-90 answers large responses beyond the budget with 503 and Retry-After, and small ones as ever', async () => {
  const { handle: ask, responseMemory } = application()
  const first = await ask(plainRequest('GET', '/text'))
  const second = await ask(plainRequest('GET', '/parts'))
  expect([first.status, second.status, responseMemory?.taken]).toEqual([200, 200, 2 * MIB])
  for (const path of ['/text', '/parts', '/larger']) {
    const answer = ask(plainRequest('GET', path))
    await vi.advanceTimersByTimeAsync(2000)
    expect(await answer).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  }
  expect((await ask(plainRequest('GET', '/small'))).status).toBe(200)
  const waiting = ask(plainRequest('GET', '/text'))
  await vi.advanceTimersByTimeAsync(1000)
  if (isParted(first.body)) first.body.release()
  expect((await waiting).status).toBe(200)
})

test('HTTP-90 ends a reservation when the request failed, or asked for no body', async () => {
  const { handle: ask, responseMemory } = application()
  expect((await ask(plainRequest('GET', '/fails'))).status).toBe(500)
  const head = await ask(plainRequest('HEAD', '/parts'))
  expect([head.body, head.headers['content-length'], responseMemory?.taken]).toEqual([null, undefined, 0])
})

test('HTTP-90 lets a response that is larger than the budget take all of it', async () => {
  const { handle: ask, responseMemory } = application()
  const { status, body } = await ask(plainRequest('GET', '/larger'))
  expect([status, responseMemory?.taken]).toEqual([200, 2.5 * MIB])
  if (isParted(body)) body.release()
  expect(responseMemory?.taken).toBe(0)
})

test('HTTP-90 reads no more items than fit, and settles for what a response holds in the end', async () => {
  const budgets = responseBudgets()
  const reservation = new ResponseReservation(budgets)
  let finish = () => {}
  const reading = reservation.readItems(2000, () => {
    return new Promise<void>((resolve) => {
      finish = resolve
    })
  })
  const refused = expect(new ResponseReservation(budgets).readItems(1, async () => 'read')).rejects.toThrow(Overloaded)
  await vi.advanceTimersByTimeAsync(2000)
  await refused
  const other = new ResponseReservation(budgets).readItems(1, async () => 'read')
  await vi.advanceTimersByTimeAsync(1000)
  finish()
  await reading
  expect(await other).toBe('read')
  await reservation.reserve(3 * MIB)
  await reservation.settle(MIB)
  expect(budgets.bytes.taken).toBe(MIB)
  reservation.release()
  expect([budgets.bytes.taken, budgets.items.taken]).toEqual([0, 0])
})

test('HTTP-90 a request waits for two seconds in all, however often it finds no room', async () => {
  const budgets = responseBudgets()
  const reservation = new ResponseReservation(budgets)
  budgets.items.take(budgets.items.total)
  const first = reservation.readItems(1, async () => 'read')
  await vi.advanceTimersByTimeAsync(1500)
  budgets.items.give(1)
  expect(await first).toBe('read')
  budgets.items.take(1)
  const second = expect(reservation.readItems(1, async () => 'read')).rejects.toThrow(Overloaded)
  await vi.advanceTimersByTimeAsync(500)
  await second
})

test('HTTP-90 a client that disconnects waits for nothing, and nothing more is read for it', async () => {
  const budgets = responseBudgets()
  const client = new AbortController()
  const reservation = new ResponseReservation(budgets, client.signal)
  budgets.items.take(budgets.items.total)
  const read = vi.fn(async () => 'read')
  const left = { kind: 'request_timeout' }
  const waiting = expect(reservation.readItems(1, read)).rejects.toMatchObject(left)
  client.abort()
  await waiting
  budgets.items.give(budgets.items.total)
  await expect(reservation.readItems(1, read)).rejects.toMatchObject(left)
  await expect(reservation.reserve(1)).rejects.toMatchObject(left)
  expect([read.mock.calls, budgets.items.taken, budgets.bytes.taken]).toEqual([[], 0, 0])
})

test('HTTP-91 the fetch face makes parts as they are read, and releases them', async () => {
  const made = application()
  const fetched = fetchHandler(made)
  const response = await fetched(new Request('http://x/parts'))
  expect([made.written(), made.responseMemory?.taken]).toEqual([0, MIB])
  const reader = response.body?.getReader()
  await reader?.read()
  expect(made.written()).toBeLessThan(4)
  await reader?.cancel()
  expect(made.responseMemory?.taken).toBe(0)
  const whole = await (await fetched(new Request('http://x/parts'))).text()
  expect([whole.length, made.responseMemory?.taken]).toEqual([MIB, 0])
})

test('HTTP-91 the fetch face gives up a response that its host drops, or whose client has left', async () => {
  const made = application()
  const fetched = fetchHandler(made)
  await fetched(new Request('http://x/parts'))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(made.responseMemory?.taken).toBe(0)
  const client = new AbortController()
  await fetched(new Request('http://x/parts', { signal: client.signal }))
  client.abort()
  expect(made.responseMemory?.taken).toBe(0)
})
