import perfHooks from 'node:perf_hooks'
import { createFlagdeck, type Decision, type EvaluationEvent, memoryStore, StoreUnavailable } from '@flagdeck/core'
import { SerializationFailure } from '@flagdeck/core/store'
import type { RequestContext, ResponseEvent } from '@flagdeck/http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type ObservedInstance, type ServerMetrics, serverMetrics } from './server-metrics.ts'

const BUILD = { version: '1.2.3', node: '24.0.0', store: 'sqlite' }

function metricsForTest(): ServerMetrics {
  const metrics = serverMetrics(BUILD)
  onTestFinished(() => metrics.close())
  return metrics
}

/** Returns the lines of one metric, without its description. */
async function seriesOf(metrics: ServerMetrics, name: string): Promise<readonly string[]> {
  const lines = (await metrics.text()).split('\n')
  return lines.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
}

const NOTHING: ObservedInstance = {
  snapshots: () => ({
    versions: new Map(),
    flags: 0,
    ageMs: null,
    loads: { done: 0, failed: 0 },
  }),
  usage: () => ({ pending: 0, written: 0, lost: 0 }),
  storedSizes: () => ({ limitBytes: 1000, bytes: new Map(), dropped: { person: 0, project: 0 } }),
  pools: () => [],
}

describe('requests', () => {
  const answered = (event: Partial<ResponseEvent<RequestContext>>): ResponseEvent<RequestContext> => ({
    ...{ endpoint: null, method: 'GET', status: 200, durationMs: 1, requestId: '1' },
    ...event,
  })

  test('SERVE-21 are timed by template and class of status', async () => {
    const metrics = metricsForTest()
    for (const status of [200, 204, 404]) metrics.count(answered({ status, durationMs: 20 }))
    const counts = await seriesOf(metrics, 'http_request_duration_seconds_count')
    expect(counts).toEqual([
      'http_request_duration_seconds_count{method="GET",route="none",status_class="2xx"} 2',
      'http_request_duration_seconds_count{method="GET",route="none",status_class="4xx"} 1',
    ])
    expect(await metrics.text()).toContain('{le="0.025",method="GET",route="none",status_class="2xx"} 2')
    expect(await metrics.text()).toContain('{le="0.01",method="GET",route="none",status_class="2xx"} 0')
  })

  test('SERVE-21 add no series however many methods clients make up', async () => {
    const metrics = metricsForTest()
    for (let n = 0; n < 100; n++) metrics.count(answered({ method: `M${n}`, status: 404 }))
    expect(await seriesOf(metrics, 'http_requests_total')).toEqual([
      'http_requests_total{method="other",route="none",status="404"} 100',
    ])
  })

  test('SERVE-25 are counted by template, method and status, however often somebody looks', async () => {
    const metrics = metricsForTest()
    for (const status of [200, 404, 200]) metrics.count(answered({ status }))
    await metrics.text()
    metrics.count(answered({ method: 'POST' }))
    metrics.count(answered({}))
    expect((await seriesOf(metrics, 'http_requests_total')).toSorted()).toEqual([
      'http_requests_total{method="GET",route="none",status="200"} 3',
      'http_requests_total{method="GET",route="none",status="404"} 1',
      'http_requests_total{method="POST",route="none",status="200"} 1',
    ])
  })

  test('SERVE-25 tell how many streams are open', async () => {
    const metrics = metricsForTest()
    metrics.countStreams(3)
    metrics.countStreams(2)
    expect(await seriesOf(metrics, 'event_streams_open')).toEqual(['event_streams_open 2'])
  })
})

describe('evaluations', () => {
  const decided = (projectId: number, ...codes: readonly Decision['reason']['code'][]): EvaluationEvent => {
    const decisions = codes.map((code) => ({ reason: { code } }))
    // Other fields of an event are not read.
    return { snapshot: { project: { id: projectId } }, decisions, durationMs: 0.02 } as unknown as EvaluationEvent
  }

  test('SERVE-25 are counted by project and reason, and timed', async () => {
    const metrics = metricsForTest()
    metrics.countEvaluation(decided(1, 'condition_match', 'no_condition_match', 'condition_match'))
    metrics.countEvaluation(decided(2, 'condition_match'))
    expect(await seriesOf(metrics, 'flag_evaluations_total')).toEqual([
      'flag_evaluations_total{project="1",reason="condition_match"} 2',
      'flag_evaluations_total{project="1",reason="no_condition_match"} 1',
      'flag_evaluations_total{project="2",reason="condition_match"} 1',
    ])
    expect(await seriesOf(metrics, 'flag_evaluation_duration_seconds_count')).toEqual([
      'flag_evaluation_duration_seconds_count 2',
    ])
    expect(await metrics.text()).toContain('flag_evaluation_duration_seconds_bucket{le="0.000025"} 2')
    expect(await metrics.text()).toContain('flag_evaluation_duration_seconds_bucket{le="0.00001"} 0')
  })

  test('SERVE-21 of more than 1,000 projects are counted together', async () => {
    const metrics = metricsForTest()
    for (let projectId = 1; projectId <= 1500; projectId++) {
      metrics.countEvaluation(decided(projectId, 'condition_match'))
    }
    const series = await seriesOf(metrics, 'flag_evaluations_total')
    expect(series).toHaveLength(1001)
    expect(series).toContain('flag_evaluations_total{project="other",reason="condition_match"} 500')
  })
})

describe('transactions', () => {
  test('SERVE-25 are timed, and counted when the database failed them', async () => {
    const metrics = metricsForTest()
    const refused = new Error('no such flag')
    const failing = (error: Error) => metrics.measureTransaction('write', () => Promise.reject(error))
    expect(await metrics.measureTransaction('read', async () => 'found')).toBe('found')
    await expect(failing(refused)).rejects.toBe(refused)
    await expect(failing(new StoreUnavailable('away'))).rejects.toThrow('away')
    await expect(failing(new SerializationFailure())).rejects.toThrow('conflicting')
    expect(await seriesOf(metrics, 'store_query_duration_seconds_count')).toEqual([
      'store_query_duration_seconds_count{op="read"} 1',
      'store_query_duration_seconds_count{op="write"} 3',
    ])
    expect(await seriesOf(metrics, 'store_failures_total')).toEqual([
      'store_failures_total{op="write",error="unavailable"} 1',
      'store_failures_total{op="write",error="conflict"} 1',
    ])
  })
})

describe('an instance', () => {
  test('SERVE-25 tells of its connections, its counting and what it is', async () => {
    const metrics = metricsForTest()
    metrics.observe({
      ...NOTHING,
      usage: () => ({ pending: 3, written: 20, lost: 1 }),
      pools: () => [{ name: 'main', size: 10, inUse: 4, idle: 2, waiting: 7 }],
    })
    const text = await metrics.text()
    for (const line of [
      'store_pool_size{pool="main"} 10',
      'store_pool_in_use{pool="main"} 4',
      'store_pool_idle{pool="main"} 2',
      'store_pool_waiting{pool="main"} 7',
      'usage_calls_pending 3',
      'usage_calls_written_total 20',
      'usage_calls_lost_total 1',
      'flagdeck_build_info{version="1.2.3",node="24.0.0",store="sqlite"} 1',
    ])
      expect(text).toContain(`\n${line}\n`)
  })

  test('SERVE-25 tells of the flags in memory', async () => {
    const deck = await createFlagdeck({ store: memoryStore() })
    onTestFinished(() => deck.close())
    const { flags, project } = await deck.project()
    await flags.create({ key: 'a' })
    await flags.create({ key: 'b' })
    const metrics = metricsForTest()
    const { snapshots, usage } = deck.context
    metrics.observe({ ...NOTHING, snapshots: () => snapshots.status(), usage: () => usage.status() })
    const { version = 0 } = snapshots.peek(project.id) ?? {}
    const text = await metrics.text()
    expect(text).toContain(`definitions_version{project="${project.id}"} ${version}\n`)
    expect(text).toContain('definitions_projects 1\n')
    expect(text).toContain('definitions_flags 2\n')
    // Changes through this instance need no load (WRITE-7).
    expect(text).toMatch(/^definitions_loads_total 1$/m)
    expect(text).toMatch(/^definitions_load_failures_total 0$/m)
    expect(text).toMatch(/^definitions_age_seconds 0(\.\d+)?$/m)
  })

  test('SERVE-21 names no more than 1,000 projects', async () => {
    const metrics = metricsForTest()
    const versions = new Map(Array.from({ length: 1500 }, (_, index) => [index, 1]))
    metrics.observe({ ...NOTHING, snapshots: () => ({ ...NOTHING.snapshots(), versions }) })
    expect(await seriesOf(metrics, 'definitions_version')).toHaveLength(1000)
    expect(await seriesOf(metrics, 'definitions_projects')).toEqual(['definitions_projects 1500'])
  })
})

describe('the process', () => {
  test('is measured once, however many servers are started in it, and each tells of it', async () => {
    const begun = vi.spyOn(perfHooks, 'monitorEventLoopDelay')
    onTestFinished(() => begun.mockRestore())
    for (let n = 0; n < 3; n++) {
      const metrics = metricsForTest()
      expect(await seriesOf(metrics, 'nodejs_eventloop_lag_p99_seconds')).toHaveLength(1)
      expect(await seriesOf(metrics, 'flagdeck_build_info')).toHaveLength(1)
      metrics.close()
    }
    expect(begun.mock.calls.length).toBeLessThanOrEqual(1)
  })
})

test('PERSON-22 SERVE-21 sizes of projects are measured beside their limit, and dropped properties are counted', async () => {
  const metrics = metricsForTest()
  const dropped = { person: 2, project: 5 }
  metrics.observe({ ...NOTHING, storedSizes: () => ({ limitBytes: 1000, bytes: new Map([[7, 900]]), dropped }) })
  const names = ['project_persons_limit_bytes', 'project_persons_bytes', 'person_properties_dropped_total']
  expect((await Promise.all(names.map((name) => seriesOf(metrics, name)))).flat()).toEqual([
    'project_persons_limit_bytes 1000',
    'project_persons_bytes{project="7"} 900',
    'person_properties_dropped_total{limit="person"} 2',
    'person_properties_dropped_total{limit="project"} 5',
  ])
})
