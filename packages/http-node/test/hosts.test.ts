import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createFlagdeck, memoryStore } from '@flagdeck/core'
import { firstRun } from '@flagdeck/core/operations'
import { type Application, fetchHandler, flagdeckApplication } from '@flagdeck/http'
import express, { type RequestHandler } from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { cloneRawRequest } from 'hono/request'
import Koa from 'koa'
import koaBodyParser from 'koa-bodyparser'
import { describe, expect, onTestFinished, test } from 'vitest'
import { nodeListener } from '../src/index.ts'

/** Sends a request to the host program. */
type Ask = (path: string, init: RequestInit) => Promise<Response>
type Host = (application: Application) => Ask | Promise<Ask>

/** A request to which a body parser may have added fields. */
type Parsed = IncomingMessage & { body?: unknown; rawBody?: unknown }

async function onPort(listener: RequestListener): Promise<Ask> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  // The address of a server that listens on a host and port has this type.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return (path, init) => fetch(url + path, init)
}

const onExpress =
  (...before: RequestHandler[]): Host =>
  (application) =>
    onPort(express().use(...before, nodeListener(application)))

const onFastify =
  (handOn: (raw: Parsed, body: unknown) => void, options: { readonly parses: boolean } = { parses: true }): Host =>
  async (application) => {
    const app = fastify()
    onTestFinished(() => app.close())
    if (!options.parses) {
      app.removeAllContentTypeParsers()
      app.addContentTypeParser('*', (_request, _payload, done) => done(null))
    }
    const listener = nodeListener(application)
    app.all('/*', (request, reply) => {
      handOn(request.raw, request.body)
      reply.hijack()
      listener(request.raw, reply.raw)
    })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    return (path, init) => fetch(url + path, init)
  }

const onKoa =
  (handOn: (raw: Parsed, body: unknown) => void, parser = koaBodyParser()): Host =>
  (application) => {
    const listener = nodeListener(application)
    const app = new Koa().use(parser).use((context) => {
      handOn(context.req, context.request.body)
      context.respond = false
      listener(context.req, context.res)
    })
    return onPort(app.callback())
  }

const onHono =
  (read: 'before' | 'cloned' | 'not'): Host =>
  (application) => {
    const handler = fetchHandler(application)
    const app = new Hono().all('*', async ({ req }) => {
      if (read !== 'not') await req.text()
      return handler(read === 'cloned' ? await cloneRawRequest(req) : req.raw)
    })
    return async (path, init) => app.request(path, init)
  }

const onNode =
  (prepare: (request: IncomingMessage) => void): Host =>
  (application) => {
    const listener = nodeListener(application)
    return onPort((request, response) => {
      prepare(request)
      listener(request, response)
    })
  }

const nothing = () => undefined
const asBody = (raw: Parsed, body: unknown) => {
  raw.body = body
}
const readAway: RequestHandler = (request, _response, next) => void text(request).then(() => next())
const readToRawBody: RequestHandler = (request: Parsed, _response, next) => {
  text(request).then((body) => {
    request.rawBody = Buffer.from(body)
    next()
  })
}

async function flagBehind(host: Host) {
  const deck = await createFlagdeck({ store: memoryStore() })
  onTestFinished(() => deck.close())
  const made = await firstRun(deck.context)
  if (!made) throw new Error('the store was not empty')
  const { flags } = await deck.project()
  const { id } = await flags.create({ key: 'f', name: 'before' })
  const ask = await host(flagdeckApplication(deck.context))
  const send = (method: string, path: string, body: string | null, type = 'application/json') =>
    ask(`/api/projects/@current/feature_flags/${path}`, {
      method,
      body,
      headers: { authorization: `Bearer ${made.personalApiKey}`, ...(body === null ? {} : { 'content-type': type }) },
    })
  return {
    flag: () => flags.get(id),
    patch: (body: string, type?: string) => send('PATCH', `${id}/`, body, type),
    send,
  }
}

const FORM = 'application/x-www-form-urlencoded'

const HANDED_ON: Readonly<Record<string, Host>> = {
  'express.json()': onExpress(express.json()),
  'express.urlencoded()': onExpress(express.urlencoded()),
  'express.text()': onExpress(express.text({ type: () => true })),
  'express.raw()': onExpress(express.raw({ type: () => true })),
  'Express without parsers': onExpress((_request, _response, next) => next()),
  'a host that leaves `rawBody`': onExpress(readToRawBody),
  'Fastify that hands on what it parsed': onFastify(asBody),
  'Fastify without parsers': onFastify(nothing, { parses: false }),
  'Koa that hands on what it parsed': onKoa(asBody),
  'Koa without parsers': onKoa(nothing, (_context, next) => next()),
  'node:http that paused the request': onNode((request) => request.pause()),
  'node:http that decodes text': onNode((request) => request.setEncoding('utf8')),
  'node:http that decodes to base64': onNode((request) => request.setEncoding('base64')),
  Hono: onHono('not'),
  'Hono that hands on a clone': onHono('cloned'),
}

describe.each(Object.entries(HANDED_ON))('behind %s', (name, host) => {
  test('HTTP-49 a change is made with what was sent', async () => {
    const { flag, patch } = await flagBehind(host)
    const answer = await patch('{"name":"after"}')
    expect([answer.status, (await flag()).name]).toEqual([200, 'after'])
  })

  // Fastify's own parsers refuse forms.
  test.skipIf(name === 'Fastify that hands on what it parsed')('HTTP-49 a form is a form', async () => {
    const { flag, patch } = await flagBehind(host)
    const answer = await patch('name=after', FORM)
    expect([answer.status, (await flag()).name]).toEqual([200, 'after'])
  })

  test('HTTP-49 a request without a body has none', async () => {
    const { send } = await flagBehind(host)
    expect((await send('GET', '', null)).status).toBe(200)
    expect((await send('POST', 'bulk_update_tags/', null)).status).toBeLessThan(500)
    expect((await (await send('POST', '', null)).json()).attr).toBe('key')
  })
})

const KEPT: Readonly<Record<string, Host>> = {
  'a middleware of Express that keeps it': onExpress(readAway),
  'Fastify that keeps it': onFastify(nothing),
  'Koa that keeps it': onKoa(nothing),
  'Hono that has read it': onHono('before'),
}

describe.each(Object.entries(KEPT))('behind %s', (_, host) => {
  test('HTTP-49 a body that is gone is refused with how to mount, and nothing is written', async () => {
    const { flag, patch } = await flagBehind(host)
    const before = await flag()
    const answer = await patch('{"name":"after"}')
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'bad_request', detail: expect.stringContaining('mount Flagdeck before') }),
    ])
    expect(await flag()).toEqual(before)
  })
})

test.each([[null], [{}], [undefined]])('HTTP-49 takes %j that a host leaves of no body for none', async (left) => {
  const leave: RequestHandler = (request, _response, next) => {
    request.body = left
    request.resume().on('end', () => next())
  }
  const { send } = await flagBehind(onExpress(leave))
  expect((await (await send('POST', '', null)).json()).attr).toBe('key')
})

/** A host whose limit fails the request's stream as soon as its first bytes arrive. */
const failing = (error: Error): Host =>
  onNode((request) => request.pause().once('data', () => request.emit('error', error)))

test.each([
  [Object.assign(new Error('limit of the host'), { status: 413 }), 413, 'request_entity_too_large'],
  [Object.assign(new Error('limit of the host'), { statusCode: 422 }), 422, 'bad_request'],
  [Object.assign(new Error('upstream'), { status: 500 }), 400, 'parse_error'],
  [new Error('decompression failed'), 400, 'parse_error'],
])('HTTP-95 answers %s of the incoming stream with %i', async (error, status, code) => {
  const { flag, patch } = await flagBehind(failing(error))
  const answer = await patch('{"name":"after"}')
  expect([answer.status, (await answer.json()).code]).toEqual([status, code])
  expect((await flag()).name).toBe('before')
})

test('HTTP-95 answers a request whose stream a host destroyed with an error', async () => {
  const error = Object.assign(new Error('limit of the host'), { status: 413 })
  const destroying: Host = (application) => {
    const listener = nodeListener(application)
    return onPort(({ method, url, headers, socket }, response) => {
      // Adapters, such as those for serverless functions, pass on their own stream.
      const stream = new Readable({ read: () => stream.destroy(error) })
      // It has every field of a request that the listener reads.
      listener(Object.assign(stream, { method, url, headers, socket }) as unknown as IncomingMessage, response)
    })
  }
  const { patch } = await flagBehind(destroying)
  expect((await patch('{"name":"after"}')).status).toBe(413)
})
