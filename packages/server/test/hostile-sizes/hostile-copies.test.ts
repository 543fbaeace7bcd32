import type { JsonObject } from '@flagdeck/core'
import { expect, test } from 'vitest'
import { type ProbedServer, startProbedServer } from '../support/probed-server.ts'
import { call } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { flagsOf, type LargeRequest, sendLarge } from './large-project.ts'

const MAX_OLD_SPACE_MB = 256
/** The longest time that the event loop may be blocked (OUT-13), in milliseconds. */
const LONGEST_TURN_MS = 50
const PROJECT = '/api/projects/@current'

interface Project {
  readonly server: ProbedServer
  readonly create: (path: string, body: JsonObject) => Promise<number>
  readonly change: (path: string, body: JsonObject) => Promise<void>
  readonly request: (path: string, body?: unknown) => LargeRequest
  readonly deletion: () => Promise<LargeRequest>
}

async function startProject(): Promise<Project> {
  const server = await startProbedServer({
    cwd: temporaryFolder(),
    args: ['--rate-limit', 'off'],
    maxOldSpaceMb: MAX_OLD_SPACE_MB,
  })
  const send = async (method: 'POST' | 'PATCH', path: string, body: JsonObject, expected: number) => {
    const response = await call(`${server.url}${path}`, server.personalApiKey, method, body)
    expect(response.status, JSON.stringify(response.body).slice(0, 1000)).toBe(expected)
    return response.body
  }
  const request = (path: string, body?: unknown): LargeRequest => ({
    path,
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${server.personalApiKey}` },
    ...(body === undefined ? {} : { body }),
  })
  const create = async (path: string, body: JsonObject) => {
    const created = (await send('POST', path, body, 201)) as { readonly id: number }
    return created.id
  }
  return {
    server,
    create,
    change: async (path, body) => void (await send('PATCH', path, body, 200)),
    request,
    async deletion() {
      const { pathname: flags } = new URL(flagsOf(server))
      const ids = [await create(flags, { key: 'one' }), await create(flags, { key: 'two' })]
      return request(`${flags}bulk_delete/?dry_run=true`, { ids })
    },
  }
}

/** Sends a request `count` times concurrently, and returns the statuses. The server must still run. */
async function statusesOf({ server }: Project, request: LargeRequest, count: number): Promise<ReadonlySet<number>> {
  const statuses = await Promise.all(
    Array.from({ length: count }, async () => {
      const response = await sendLarge(server, request, 'identity')
      await response.arrayBuffer()
      if (response.status === 503) expect(response.headers.has('retry-after')).toBe(true)
      return response.status
    }),
  )
  expect([server.process.exitCode, server.process.signalCode]).toEqual([null, null])
  return new Set(statuses)
}

async function expectShortTurns(project: Project, request: LargeRequest): Promise<void> {
  const turns: number[] = []
  for (let attempt = 0; attempt < 3; attempt++) {
    turns.push(await project.server.longestTurnMs(async () => void (await statusesOf(project, request, 1))))
  }
  expect(Math.min(...turns)).toBeLessThan(LONGEST_TURN_MS)
}

/** Criteria of 300 KB. */
const CRITERIA = {
  type: 'OR',
  values: [
    {
      type: 'OR',
      values: Array.from({ length: 1100 }, (_, n) => ({
        ...{ key: 'email', type: 'person', operator: 'exact' },
        value: [`${'x'.repeat(200)}${n}`],
      })),
    },
  ],
}

async function createCohort({ create }: Project, n: number): Promise<number> {
  return create(`${PROJECT}/cohorts/`, { name: `cohort ${n}`, filters: { properties: CRITERIA } })
}

test('DRY-7 deleted cohorts and flags take no memory of a copy', { timeout: 300_000 }, async () => {
  const project = await startProject()
  const deleting = await project.deletion()
  for (let n = 0; n < 150; n++) {
    const id = await createCohort(project, n)
    await project.change(`${PROJECT}/cohorts/${id}/`, { deleted: true })
  }
  const { pathname: flags } = new URL(flagsOf(project.server))
  const payloads = { true: JSON.stringify('x'.repeat(499_000)) }
  for (let n = 0; n < 100; n++) {
    const id = await project.create(flags, { key: `target-${n}`, filters: { groups: [{}], payloads } })
    const properties = [{ key: String(id), type: 'flag', operator: 'flag_evaluates_to', value: true }]
    await project.create(flags, { key: `on-${n}`, active: false, filters: { groups: [{ properties }] } })
    await project.change(`${flags}${id}/`, { deleted: true })
  }
  expect(await statusesOf(project, deleting, 30)).toEqual(new Set([200]))
  await expectShortTurns(project, deleting)
})

test('DRY-6 copies of a project with large dashboards and templates do not end a process of 256 MiB', {
  timeout: 300_000,
}, async () => {
  const project = await startProject()
  const { create, change } = project
  const deleting = await project.deletion()
  const importing = project.request(`${PROJECT}/import/?dry_run=true`, { document: { flagdeck_export: 1 } })
  for (let n = 0; n < 100; n++) {
    const tiles = Array.from({ length: 40 }, (_, tile) => ({ type: 'TEXT', body: `${'x'.repeat(3500)}${tile}` }))
    await create(`${PROJECT}/dashboard_templates/`, { template_name: `template ${n}`, tiles })
  }
  const description = '\u{1F600}'.padEnd(65_000, 'x')
  for (let n = 0; n < 260; n++) await create(`${PROJECT}/dashboards/`, { name: `dashboard ${n}`, description })
  for (const request of [deleting, importing]) {
    expect([200, 503]).toEqual(expect.arrayContaining([...(await statusesOf(project, request, 10))]))
    await expectShortTurns(project, request)
  }
  // A few records more, and a small document whose objects take twenty times as much memory as its text.
  const dense = { a: Array.from({ length: 20_000 }, () => ({})) }
  const ids: number[] = []
  for (let n = 0; n < 3; n++) ids.push(await create(`${PROJECT}/dashboards/`, { name: `dense ${n}` }))
  for (const id of ids) await change(`${PROJECT}/dashboards/${id}/`, { filters: dense })
  expect([400, 503]).toEqual(expect.arrayContaining([...(await statusesOf(project, deleting, 10))]))
})

test('DRY-8 copies of a flag on large cohorts do not end a process of 256 MiB', { timeout: 300_000 }, async () => {
  const project = await startProject()
  const ids: number[] = []
  for (let n = 0; n < 50; n++) ids.push(await createCohort(project, n))
  const groups = ids.map((value) => ({ properties: [{ key: 'id', type: 'cohort', operator: 'in', value }] }))
  await project.create(new URL(flagsOf(project.server)).pathname, { key: 'source', filters: { groups } })
  const target = await project.create('/api/organizations/@current/projects/', { name: 'Target' })
  const body = { feature_flag_key: 'source', from_project: 1, target_project_ids: [target] }
  const copying = project.request('/api/organizations/@current/feature_flags/copy_flags/?dry_run=true', body)
  expect([200, 503]).toEqual(expect.arrayContaining([...(await statusesOf(project, copying, 40))]))
  await expectShortTurns(project, copying)
})

test('HTTP-106 exports of large dashboards and templates do not end a process of 256 MiB', {
  timeout: 300_000,
}, async () => {
  const project = await startProject()
  const { create } = project
  for (let n = 0; n < 200; n++) {
    const tiles = Array.from({ length: 40 }, (_, tile) => ({ type: 'TEXT', body: `${'x'.repeat(3500)}${tile}` }))
    await create(`${PROJECT}/dashboard_templates/`, { template_name: `template ${n}`, tiles })
  }
  const description = '\u{1F600}'.padEnd(65_000, 'x')
  for (let n = 0; n < 500; n++) await create(`${PROJECT}/dashboards/`, { name: `dashboard ${n}`, description })
  const exporting = project.request(`${PROJECT}/export/`)
  expect([200, 503]).toEqual(expect.arrayContaining([...(await statusesOf(project, exporting, 30))]))
  await expectShortTurns(project, exporting)
})
