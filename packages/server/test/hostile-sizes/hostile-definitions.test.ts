import type { JsonObject, JsonValue } from '@flagdeck/core'
import { expect, test } from 'vitest'
import { type ProbedServer, startProbedServer } from '../support/probed-server.ts'
import { call, type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const LONGEST_TURN_MS = 50
const ATTEMPTS = 4
/** The default size limits of a flag and of a project (FLAG-42, FLAG-124). */
const FLAG_BYTES = 512 * 1024
const PROJECT_BYTES = 32 * 1024 * 1024
/** The size of the other fields of a new flag (FLAG-124): two lists and three nulls. */
const OTHER_BYTES = 16
const COHORT_BYTES = 256 * 1024
/** The size that each object and each list adds to that of its JSON (FLAG-124). */
const CONTAINER_BYTES = 128
const CLIENTS = 8

test('FLAG-124 OUT-13 a project at its bound is refused another byte, and neither blocks nor ends a process of 256 MiB', {
  timeout: 300_000,
}, async () => {
  const server = await startProbedServer({ cwd: temporaryFolder(), args: ['--rate-limit', 'off'], maxOldSpaceMb: 256 })
  const { flagIds, spare } = await fillProject(server)
  const [first = 0] = flagIds
  const send = (method: 'POST' | 'PATCH', path: string, body: JsonObject, status: number) => async () => {
    const answer = await call(flagsOf(server) + path, server.personalApiKey, method, body)
    expect(answer, path).toMatchObject({ status, ...(status === 400 ? { body: { attr: 'filters' } } : {}) })
  }
  const requests: readonly (() => Promise<void>)[] = [
    send('POST', '', { key: 'refused', filters: { groups: [{}] } }, 400),
    send('POST', '', { key: 'refused', filters: filtersOf(FLAG_BYTES) }, 400),
    send('PATCH', `${spare}/`, { deleted: false }, 400),
    send('PATCH', `${first}/`, { name: 'New' }, 400),
    send('PATCH', `${first}/`, { active: false }, 200),
    send('PATCH', `${first}/`, { filters: { payloads: { true: '"x"' } } }, 200),
    send('PATCH', `${first}/`, { filters: filtersOf(FLAG_BYTES - OTHER_BYTES) }, 200),
    () => readDefinitions(server),
  ]
  const turns: number[] = []
  for (const request of requests) turns.push(await shortestTurnMs(server, request))
  expect(Math.max(...turns), `longest turns: ${turns.map(Math.round).join(', ')} ms`).toBeLessThan(LONGEST_TURN_MS)
  await Promise.all(Array.from({ length: CLIENTS }, () => readDefinitions(server)))
  expect(server.process.exitCode).toBeNull()
})

test('COHORT-33 OUT-13 cohorts at the bound of a project neither block nor end a process of 256 MiB', {
  timeout: 300_000,
}, async () => {
  const server = await startProbedServer({ cwd: temporaryFolder(), args: ['--rate-limit', 'off'], maxOldSpaceMb: 256 })
  const cohorts = `${server.url}/api/projects/@current/cohorts/`
  const send = async (method: 'POST' | 'PATCH', url: string, body: JsonObject, status: number): Promise<number> => {
    const answer = await call(url, server.personalApiKey, method, body)
    expect(answer).toMatchObject({ status, ...(status === 400 ? { body: { attr: 'filters' } } : {}) })
    return Number(answer.body.id)
  }
  const ids: number[] = []
  for (let n = 0; n < PROJECT_BYTES / COHORT_BYTES; n++) {
    ids.push(await send('POST', cohorts, { name: 'c', filters: criteriaOf(COHORT_BYTES - 1) }, 201))
  }
  await send('PATCH', `${cohorts}${ids[0]}/`, { filters: criteriaOf(COHORT_BYTES / 2) }, 200)
  const inCohorts = ids.map((value) => ({ key: 'id', type: 'cohort', value }))
  await send('POST', flagsOf(server), { key: 'on-all', filters: { groups: [{ properties: inCohorts }] } }, 201)
  const requests: readonly (() => Promise<unknown>)[] = [
    () => send('POST', cohorts, { name: 'refused', filters: criteriaOf(COHORT_BYTES) }, 400),
    () => send('PATCH', `${cohorts}${ids[0]}/`, { description: 'd'.repeat(COHORT_BYTES) }, 400),
    () => send('PATCH', `${cohorts}${ids[1]}/`, { name: 'd' }, 200),
    () => send('POST', `${server.url}/flags?v=2`, { token: server.projectToken ?? '', distinct_id: 'ada' }, 200),
    () => readDefinitions(server, PROJECT_BYTES / 6),
  ]
  const turns: number[] = []
  for (const request of requests) turns.push(await shortestTurnMs(server, async () => void (await request())))
  expect(Math.max(...turns), `longest turns: ${turns.map(Math.round).join(', ')} ms`).toBeLessThan(LONGEST_TURN_MS)
  await Promise.all(Array.from({ length: CLIENTS }, () => readDefinitions(server, PROJECT_BYTES / 6)))
  expect(server.process.exitCode).toBeNull()
})

/** Filters of one flag, by the contents of their lists, which take many times the memory of their JSON. */
const LONG_LISTS: Readonly<Record<string, (flag: number) => JsonObject>> = {
  'distinct texts that a filter compares': (flag) => {
    const value = Array.from({ length: 70_000 }, (_, n) => (flag * 70_000 + n).toString(36).padStart(4, 'Z'))
    return { groups: [{ properties: [{ key: 'email', type: 'person', operator: 'exact', value }] }] }
  },
  'digits that no filter reads': () => ({ groups: [{}], x: Array.from({ length: 250_000 }, (_, n) => n % 10) }),
}

test.for(Object.entries(LONG_LISTS))(
  'FLAG-141 lists of %s do not end a process of 256 MiB',
  {
    timeout: 300_000,
  },
  async ([, listsOf]) => {
    const options = { cwd: temporaryFolder(), env: { NODE_OPTIONS: '--max-old-space-size=256' } }
    const server = await startServerProcess(options, ['--rate-limit', 'off'])
    const { projectToken: token = '', personalApiKey } = server
    const project = `${server.url}/api/projects/@current`
    const ids: JsonValue[] = []
    for (let status = 201; status === 201; ) {
      const answer = await call(flagsOf(server), personalApiKey, 'POST', {
        key: `flag-${ids.length}`,
        filters: listsOf(ids.length),
      })
      status = answer.status
      if (status === 201) ids.push(answer.body.id ?? null)
      else expect(answer).toMatchObject({ status: 400, body: { attr: 'filters' } })
    }
    const evaluate = async ({ url }: ServerProcess) => {
      const subject = { token, distinct_id: 'ada', person_properties: { email: 'ada@acme.test' } }
      expect((await call(`${url}/flags/?v=2`, undefined, 'POST', subject)).status).toBe(200)
    }
    await evaluate(server)
    await readDefinitions(server, 1)
    for (const [path, body] of [
      ['feature_flags/bulk_delete/?dry_run=true', { ids: ids.slice(0, 3) }],
      ['import/?dry_run=true', { document: { flagdeck_export: 1 } }],
    ] as const) {
      expect((await call(`${project}/${path}`, personalApiKey, 'POST', body)).status, path).toBe(200)
    }
    expect((await call(`${project}/export/`, personalApiKey)).status).toBe(200)
    server.process.kill('SIGTERM')
    await server.finished
    const restarted = await startServerProcess(options)
    await evaluate(restarted)
    expect(restarted.process.exitCode).toBeNull()
  },
)

/** Returns criteria with many short filters whose size is exactly `bytes`. */
function criteriaOf(bytes: number): JsonObject {
  const filter = { key: 'k', type: 'person', value: 'v' }
  const count = Math.floor((bytes - 1000) / (JSON.stringify(filter).length + 1 + CONTAINER_BYTES))
  const values: JsonObject[] = Array.from({ length: count }, () => filter)
  const size = () => JSON.stringify({ type: 'OR', values }).length + CONTAINER_BYTES * (values.length + 2)
  values.push({ ...filter, value: 'v' })
  values[count] = { ...filter, value: 'v'.repeat(1 + bytes - size()) }
  return { properties: { type: 'OR', values } }
}

/** Fills the project to its last byte. `spare` is a deleted flag that is as large as the others. */
async function fillProject(server: ProbedServer): Promise<{ readonly flagIds: number[]; readonly spare: number }> {
  const create = async (key: string): Promise<number> => {
    const created = await call(flagsOf(server), server.personalApiKey, 'POST', {
      key,
      filters: filtersOf(FLAG_BYTES - OTHER_BYTES),
    })
    expect(created.status, JSON.stringify(created.body).slice(0, 500)).toBe(201)
    return Number(created.body.id)
  }
  const spare = await create('spare')
  await call(`${flagsOf(server)}${spare}/`, server.personalApiKey, 'PATCH', { deleted: true })
  const flagIds: number[] = []
  for (let n = 0; n < PROJECT_BYTES / FLAG_BYTES; n++) flagIds.push(await create(`flag-${n}`))
  return { flagIds, spare }
}

function flagsOf({ url }: ServerProcess): string {
  return `${url}/api/projects/@current/feature_flags/`
}

/** Returns filters whose size is exactly `bytes`, with every field of their stored form. */
function filtersOf(bytes: number): JsonObject {
  const withPayload = (payload: string): Record<string, JsonValue> => ({
    payloads: { true: `"${payload}"` },
    groups: [{ properties: [], aggregation_group_type_index: null }],
    aggregation_group_type_index: null,
  })
  const containers = 5
  return withPayload('p'.repeat(bytes - JSON.stringify(withPayload('')).length - CONTAINER_BYTES * containers))
}

async function readDefinitions(
  { url, personalApiKey, projectToken }: ServerProcess,
  atLeast = PROJECT_BYTES * 0.99,
): Promise<void> {
  const response = await fetch(`${url}/flags/definitions?token=${projectToken}`, {
    headers: { authorization: `Bearer ${personalApiKey}` },
  })
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.length
  expect(response.status).toBe(200)
  expect(bytes).toBeGreaterThan(atLeast)
}

/** Returns the longest time that a request blocks the event loop, in the best of several attempts. */
async function shortestTurnMs(server: ProbedServer, request: () => Promise<void>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && shortest >= LONGEST_TURN_MS; attempt++) {
    shortest = Math.min(shortest, await server.longestTurnMs(request))
  }
  return shortest
}
