import { createFlagdeck, memoryStore } from '@flagdeck/core'
import { fixedClock } from '@flagdeck/core/fixtures'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type PlainRequestOptions, plainRequest } from '../rest/plain-request.ts'
import type { StreamBody } from '../rest/plain-response.ts'
import { type FlagdeckApplicationOptions, flagdeckApplication } from './flagdeck-application.ts'

/** An application with these limits over a new project. */
async function limited(options: FlagdeckApplicationOptions) {
  const clock = fixedClock()
  const deck = await createFlagdeck({ store: memoryStore(), clock })
  onTestFinished(() => deck.close())
  const { context, flags } = await deck.project()
  await flags.create({ key: 'on' })
  const application = flagdeckApplication(deck.context, options)
  const send = (method: string, url: string, request: PlainRequestOptions = {}) =>
    application.handle(plainRequest(method, url, request))
  const { apiToken, secretApiToken } = context.project
  const json = { token: apiToken, distinct_id: 'u', context: { targetingKey: 'u' } }
  const ofrep = (token: string) =>
    send('POST', '/ofrep/v1/evaluate/flags/on', { json, headers: { authorization: `Bearer ${token}` } })
  const stream = () => send('GET', `/flags/definitions/stream?token=${apiToken}&personal_api_key=${secretApiToken}`)
  return { apiToken, secretApiToken, clock, json, send, ofrep, stream }
}

describe('PROTO-28 a limit of evaluations', () => {
  const evaluationRateLimit = { requests: 3, windowMs: 60_000 }

  it('counts those of a token over all protocols, and of nobody else', async () => {
    const { send, json, ofrep, apiToken, secretApiToken, clock } = await limited({ evaluationRateLimit })
    const ask = [
      () => send('POST', '/flags/?v=2', { json }),
      () => send('POST', '/decide/?v=3', { json }),
      () => ofrep(apiToken),
    ]
    for (const each of ask) expect((await each()).status).toBe(200)
    clock.advance(20_000)
    for (const each of ask) {
      expect(await each()).toMatchObject({ status: 429, headers: { 'retry-after': '40' } })
    }
    expect((await ofrep(secretApiToken)).status).toBe(200)
    clock.advance(40_000)
    for (const each of ask) expect((await each()).status).toBe(200)
  })

  it('is not used up by tokens that there are not, nor by anything but evaluations', async () => {
    const { send, json } = await limited({ evaluationRateLimit })
    for (let times = 0; times < 5; times++) {
      expect((await send('POST', '/flags/', { json: { ...json, token: 'phc_x' } })).status).toBe(401)
      expect((await send('GET', '/flags/')).status).toBe(200)
    }
    expect((await send('POST', '/flags/', { json })).status).toBe(200)
  })

  it('is there for nobody unless it is asked for', async () => {
    const { send, json } = await limited({})
    for (let times = 0; times < 100; times++) expect((await send('POST', '/flags/', { json })).status).toBe(200)
  })
})

describe('PROTO-37 a limit of event streams', () => {
  const open = (body: unknown) => (body as StreamBody).open({ write: () => undefined, end: () => undefined })

  it('refuses whoever comes when all places are taken, until one is free', async () => {
    const { stream } = await limited({ maxStreamsPerProject: 2 })
    const [first] = [open((await stream()).body), open((await stream()).body)]
    expect(await stream()).toMatchObject({ status: 429, headers: { 'retry-after': '30' } })
    first?.()
    const { status, body } = await stream()
    expect(status).toBe(200)
    onTestFinished(open(body))
  })
  it('lets who has nothing but the public token take no place of those who read definitions', async () => {
    const { stream, send, json, apiToken } = await limited({ maxStreamsPerProject: 1 })
    const headers = { authorization: `Bearer ${apiToken}` }
    const { body } = await send('POST', '/ofrep/v1/evaluate/flags', { json, headers })
    const uri = String(body).match(/\/ofrep\/v1\/events\?token=[\w.-]+/)?.[0] ?? ''
    onTestFinished(open((await send('GET', uri)).body))
    expect(await send('GET', uri)).toMatchObject({ status: 429 })
    const { status, body: definitions } = await stream()
    expect(status).toBe(200)
    onTestFinished(open(definitions))
  })
})
