import { createFlagdeck, type FlagdeckOptions, memoryStore, type Store, StoreUnavailable } from '@flagdeck/core'
import { type Application, flagdeckApplication, plainRequest } from '@flagdeck/http'
import { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AlwaysOffSampler } from '@opentelemetry/sdk-trace'
import { describe, expect, onTestFinished, test } from 'vitest'
import { evaluationEvents, isSetUp, sendCollected, tracedRequests, tracedStore } from '../src/index.ts'
import { collectTelemetry } from './collected-telemetry.ts'

async function tracedDeck(options: Partial<FlagdeckOptions> = {}) {
  const store = options.store ?? memoryStore()
  const deck = await createFlagdeck({ ...options, store: tracedStore(store), onEvaluation: evaluationEvents() })
  onTestFinished(() => deck.close())
  const { flags, project } = await deck.project()
  await flags.create({ key: 'beta', filters: { groups: [{}] } })
  const application = flagdeckApplication(deck.context, { around: tracedRequests() })
  return { deck, flags, project, application }
}

function evaluate(application: Application, token: string, headers: Record<string, string> = {}) {
  const json = { token, distinct_id: 'ada' }
  return application.handle(plainRequest('POST', '/flags/?v=2', { headers, json }))
}

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const TRACEPARENT = `00-${TRACE_ID}-b7ad6b7169203331-01`

describe('the span of a request', () => {
  test('TELE-1 names method, route template and status, and no path', async () => {
    const { spans } = collectTelemetry()
    const { application, project } = await tracedDeck()
    await evaluate(application, project.apiToken)
    await application.handle(plainRequest('GET', `/made/up/${project.apiToken}`))
    await application.handle(plainRequest('BREW', '/flags/'))
    const all = spans().filter(({ kind }) => kind === SpanKind.SERVER)
    expect(all.map(({ name, attributes }) => ({ name, ...attributes }))).toEqual([
      {
        name: 'POST /flags/',
        'http.request.method': 'POST',
        'http.route': '/flags/',
        'http.response.status_code': 200,
      },
      { name: 'GET', 'http.request.method': 'GET', 'http.response.status_code': 404 },
      { name: 'HTTP', 'http.request.method': '_OTHER', 'http.response.status_code': 405 },
    ])
    expect(JSON.stringify(all.map(({ attributes }) => attributes))).not.toContain(project.apiToken)
  })

  test('TELE-2 goes on with the trace that the request names', async () => {
    const { spans } = collectTelemetry()
    const { application, project } = await tracedDeck()
    await evaluate(application, project.apiToken, { traceparent: TRACEPARENT })
    const [span] = spans().filter(({ kind }) => kind === SpanKind.SERVER)
    expect(span?.spanContext().traceId).toBe(TRACE_ID)
    expect(span?.parentSpanContext?.spanId).toBe('b7ad6b7169203331')
  })

  test('TELE-2 is a part of the span that the program around has made, which learns the route', async () => {
    const { spans } = collectTelemetry()
    const { application, project } = await tracedDeck()
    const outer = trace.getTracer('program').startSpan('POST', { kind: SpanKind.SERVER }, ROOT_CONTEXT)
    await context.with(trace.setSpan(ROOT_CONTEXT, outer), () =>
      evaluate(application, project.apiToken, { traceparent: TRACEPARENT }),
    )
    outer.end()
    const span = spans().find(({ name }) => name === 'POST /flags/')
    expect(span?.parentSpanContext?.spanId).toBe(outer.spanContext().spanId)
    expect(span?.kind).toBe(SpanKind.INTERNAL)
    expect(spans().at(-1)?.attributes).toEqual({ 'http.route': '/flags/' })
  })

  test('TELE-3 is an error when the service failed, and not when the client was wrong', async () => {
    const { spans } = collectTelemetry()
    const store = memoryStore()
    const { application, project } = await tracedDeck({ store })
    await evaluate(application, 'phc_unknown')
    store.read = () => Promise.reject(new StoreUnavailable('the cable is cut'))
    const path = `/api/projects/${project.id}/feature_flags/`
    await application.handle(plainRequest('GET', path, { headers: { authorization: 'Bearer phx_x' } }))
    const [wrong, failed] = spans().filter(({ kind }) => kind === SpanKind.SERVER)
    expect(wrong).toMatchObject({
      status: { code: SpanStatusCode.UNSET },
      attributes: { 'http.response.status_code': 401 },
    })
    expect(failed).toMatchObject({ status: { code: SpanStatusCode.ERROR }, attributes: { 'error.type': '503' } })
  })
})

describe('the span of a transaction', () => {
  test('TELE-4 is inside that of its request', async () => {
    const { spans } = collectTelemetry()
    const { application } = await tracedDeck()
    await evaluate(application, 'phc_unknown')
    const [transaction, request] = spans().slice(-2)
    expect(transaction?.name).toBe('store.read')
    expect(request?.name).toBe('POST /flags/')
    expect(transaction?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId)
  })

  test('TELE-4 is not there for what nobody asked for', async () => {
    const { spans } = collectTelemetry()
    const { deck } = await tracedDeck()
    await deck.context.snapshots.check()
    expect(spans()).toEqual([])
  })

  test('TELE-5 is an error when the store failed, and not when the work was refused', async () => {
    const { spans } = collectTelemetry()
    const store = memoryStore()
    const inRequest = <T>(work: (traced: Store) => Promise<T>) =>
      trace
        .getTracer('program')
        .startActiveSpan('request', (span) => work(tracedStore(store)).finally(() => span.end()))
    await expect(inRequest((traced) => traced.write(() => Promise.reject(new Error('no'))))).rejects.toThrow('no')
    await store.close()
    await expect(inRequest((traced) => traced.write(async () => 1))).rejects.toThrow(StoreUnavailable)
    const writes = spans().filter(({ name }) => name === 'store.write')
    expect(writes.map(({ status, attributes }) => [status.code, attributes])).toEqual([
      [SpanStatusCode.UNSET, {}],
      [SpanStatusCode.ERROR, { 'error.type': 'StoreUnavailable' }],
    ])
  })
})

describe('the event of an evaluation', () => {
  const EVENT = 'feature_flag.evaluation'

  test('TELE-6 says which flag, what it answered, why, and for whom', async () => {
    const { events } = collectTelemetry()
    const { application, flags, project } = await tracedDeck()
    await flags.create({
      key: 'colour',
      filters: { groups: [{}], multivariate: { variants: [{ key: 'blue', rollout_percentage: 100 }] } },
    })
    flags.isEnabled('beta', { distinctId: 'bob' })
    await evaluate(application, project.apiToken)
    const common = { 'feature_flag.provider.name': 'flagdeck', 'feature_flag.set.id': String(project.id) }
    const ofBeta = { ...common, 'feature_flag.key': 'beta', 'feature_flag.result.reason': 'static' }
    const answered = { 'feature_flag.version': '1', 'feature_flag.result.value': true }
    expect(events(EVENT)).toEqual([
      { ...ofBeta, ...answered, 'feature_flag.context.id': 'bob' },
      { ...ofBeta, ...answered, 'feature_flag.context.id': 'ada' },
      {
        ...common,
        'feature_flag.key': 'colour',
        'feature_flag.result.reason': 'static',
        'feature_flag.version': '1',
        'feature_flag.result.variant': 'blue',
        'feature_flag.context.id': 'ada',
      },
    ])
  })

  test('TELE-7 names errors by their type', async () => {
    const { events } = collectTelemetry()
    const { flags } = await tracedDeck()
    flags.isEnabled('no-such-flag', { distinctId: 'ada' })
    expect(events(EVENT)).toEqual([
      expect.objectContaining({
        'feature_flag.key': 'no-such-flag',
        'feature_flag.result.reason': 'error',
        'error.type': 'flag_not_found',
        'feature_flag.error.message': expect.any(String),
      }),
    ])
    expect(events(EVENT)[0]).not.toHaveProperty(['feature_flag.result.value'])
  })

  test('TELE-8 belongs to the span of the request', async () => {
    const { spans, logs } = collectTelemetry()
    const { application, project } = await tracedDeck()
    await evaluate(application, project.apiToken)
    const request = spans().find(({ name }) => name === 'POST /flags/')
    expect(logs()[0]?.spanContext?.spanId).toBe(request?.spanContext().spanId)
  })
})

test('TELE-9 knows whether anybody collects, also when samplers let nothing through', () => {
  expect(isSetUp()).toBe(false)
  const { spans } = collectTelemetry({ sampler: new AlwaysOffSampler() })
  expect(isSetUp()).toBe(true)
  expect(spans()).toEqual([])
})

test('TELE-10 sends what is collected when it is asked to, and does no harm where nothing is', async () => {
  await sendCollected()
  const { spans, logs } = collectTelemetry({ inBatches: true })
  const { application, project } = await tracedDeck()
  await evaluate(application, project.apiToken)
  expect([spans(), logs()]).toEqual([[], []])
  await sendCollected()
  expect(spans().map(({ name }) => name)).toContain('POST /flags/')
  expect(logs()).toHaveLength(1)
})

test('TELE-9 without an SDK everything works, and nothing is made', async () => {
  const { application, flags, project } = await tracedDeck()
  expect(flags.isEnabled('beta', { distinctId: 'ada' })).toBe(true)
  expect((await evaluate(application, project.apiToken)).status).toBe(200)
})
