import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express, { type Express } from 'express'
import { afterEach, expect, test } from 'vitest'
import { nodeListener } from '../src/index.ts'
import { BODY_LIMIT, sampleApplication } from './sample-application.ts'

const cleanups: (() => unknown)[] = []

afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

async function listening(app: Express): Promise<string> {
  const server = app.listen(0, '127.0.0.1')
  cleanups.push(() => server.close().closeAllConnections())
  await once(server, 'listening')
  // The address of a server that listens on a host and port has this type.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const post = (url: string, body: string, type = 'application/json') =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': type } })

test('HTTP-49 takes over a body that express.json() has read', async () => {
  const { application } = sampleApplication()
  const url = await listening(express().use(express.json()).use(nodeListener(application)))
  expect(await (await post(`${url}/echo`, '{"a":1}')).json()).toEqual({ a: 1 })
  expect(await (await post(`${url}/raw`, '{"a":1}')).json()).toEqual({ parsed: { a: 1 } })
  expect(await (await post(`${url}/raw`, 'text', 'text/plain')).json()).toEqual({ bytes: 'text' })
  expect(await (await post(`${url}/echo`, '')).json()).toEqual({})
})

test('HTTP-49 reads the body itself where the host has not', async () => {
  const { application } = sampleApplication()
  const url = await listening(express().use(nodeListener(application)))
  expect(await (await post(`${url}/echo`, '{"a":1}')).json()).toEqual({ a: 1 })
})

test('HTTP-49 takes over forms, text and bytes of other parsers', async () => {
  const { application } = sampleApplication()
  const app = express().use(express.urlencoded(), express.text(), express.raw({ limit: '1mb' }))
  const url = await listening(app.use(nodeListener(application)))
  expect(await (await post(`${url}/echo`, 'a=1&b=x+y', 'application/x-www-form-urlencoded')).json()).toEqual({
    a: '1',
    b: 'x y',
  })
  expect(await (await post(`${url}/raw`, 'é', 'text/plain')).json()).toEqual({ bytes: 'é' })
  expect(await (await post(`${url}/raw`, 'é', 'application/octet-stream')).json()).toEqual({ bytes: 'é' })
  expect((await post(`${url}/raw`, 'x'.repeat(BODY_LIMIT + 1), 'application/octet-stream')).status).toBe(413)
})

test('HTTP-49 passes on what is not its own', async () => {
  const { application } = sampleApplication()
  const app = express().use(nodeListener(application))
  app.get('/own', (_request, response) => void response.send('the host’s'))
  const url = await listening(app)
  expect(await (await fetch(`${url}/own`)).text()).toBe('the host’s')
  expect(await (await fetch(`${url}/small`)).json()).toEqual({ small: 'é' })
})

test('HTTP-49 knows its paths below the path where it is mounted', async () => {
  const { application } = sampleApplication({ basePath: '/deck' })
  const url = await listening(express().use('/deck', nodeListener(application)))
  expect(await (await fetch(`${url}/deck/small`)).json()).toEqual({ small: 'é' })
  expect((await fetch(`${url}/small`)).status).toBe(404)
})
