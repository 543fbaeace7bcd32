import { join } from 'node:path'
import type { JsonValue } from '@flagdeck/core'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../src/index.ts'
import { ask, FLAGS, type Instance } from './support/instances.ts'
import { otherSqliteProcess } from './support/other-sqlite-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const EVERYBODY = { groups: [{ rollout_percentage: 100 }], multivariate: null, payloads: null }
const COHORTS = '/api/projects/@current/cohorts/'

const withFilter = (filter: JsonValue): string => JSON.stringify({ groups: [{ properties: [filter] }] })

/** Damaged values in the row of a flag, by the flag's key. */
const DAMAGED_FLAGS: Readonly<Record<string, readonly [column: string, value: string]>> = {
  'no-json': ['filters', '{"groups": ['],
  'no-object': ['filters', '"filters"'],
  'no-groups': ['filters', '{"groups": 7}'],
  'no-group': ['filters', '{"groups": [null]}'],
  'no-properties': ['filters', '{"groups": [{"properties": 7}]}'],
  'no-percentage': ['filters', '{"groups": [{"rollout_percentage": "many"}]}'],
  'no-variants': ['filters', '{"groups": [{}], "multivariate": {"variants": {}}}'],
  deep: ['filters', `{"groups": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  'unknown-operator': ['filters', withFilter({ key: 'plan', type: 'person', operator: 'smells_like', value: 'pro' })],
  'unknown-type': ['filters', withFilter({ key: 'plan', type: 'weather', operator: 'exact', value: 'pro' })],
  'broken-pattern': ['filters', withFilter({ key: 'plan', type: 'person', operator: 'regex', value: '([' })],
  'look-behind': ['filters', withFilter({ key: 'plan', type: 'person', operator: 'regex', value: '(?<=a)b' })],
  'no-date': ['filters', withFilter({ key: 'plan', type: 'person', operator: 'is_date_before', value: 'soon' })],
  'no-cohort': ['filters', withFilter({ key: 'id', type: 'cohort', value: 999_999 })],
  tags: ['tags', 'not JSON'],
  contexts: ['evaluation_contexts', '7'],
  dashboards: ['analytics_dashboard_ids', '{'],
  rollback: ['rollback_conditions', 'null'],
  runtime: ['evaluation_runtime', 'toaster'],
  called: ['last_called_at', 'yesterday'],
}
/** Flags that depend on each other in a circle. */
const CIRCLE = ['circle-a', 'circle-b']
const COHORT_RULES = ['not JSON', '7', '{"type": "AND", "values": [null]}', '{"type": "MAYBE", "values": []}']

interface World {
  readonly path: string
  readonly key: string
  readonly token: string
  start(): Promise<Instance>
}

async function newWorld(): Promise<World & { readonly instance: Instance }> {
  const path = join(temporaryFolder(), 'flags.db')
  const open = async () => {
    const options = { databaseUrl: `sqlite:${path}`, port: 0, logLevel: 'error', rateLimit: 'off' } as const
    const server = await startServer(options)
    onTestFinished(() => server.close())
    return server
  }
  const instance = await open()
  const { personalApiKey: key, projectToken: token } = instance.credentials ?? { personalApiKey: '', projectToken: '' }
  return { path, key, token, start: open, instance }
}

async function create({ key }: World, instance: Instance, path: string, body: JsonValue): Promise<number> {
  const answer = await ask(instance, path, { key, body })
  expect(answer.status, answer.text).toBe(201)
  return Number(answer.body.id)
}

/** Changes the rows without any validation, as another release or an administrator could. */
async function damage(path: string, ids: ReadonlyMap<string, number>, cohortIds: readonly number[]): Promise<void> {
  const other = otherSqliteProcess(path)
  const version = 1_000_000
  for (const [flagKey, [column, value]] of Object.entries(DAMAGED_FLAGS)) {
    await other.run(`update flags set ${column} = ?, project_version = ? where key = ?`, value, version, flagKey)
  }
  for (const [at, flagKey] of CIRCLE.entries()) {
    const next = ids.get(CIRCLE[1 - at] ?? '')
    const dependency = { key: String(next), type: 'flag', operator: 'flag_evaluates_to', value: true }
    const sql = 'update flags set filters = ?, project_version = ? where key = ?'
    await other.run(sql, withFilter(dependency), version, flagKey)
  }
  for (const [at, rule] of COHORT_RULES.entries()) {
    const sql = 'update cohorts set properties = ?, project_version = ? where id = ?'
    await other.run(sql, rule, version, cohortIds[at] ?? 0)
  }
  await other.run('update projects set version = ?', version)
  await other.close()
}

async function expectNoHarm({ key, token }: World, instance: Instance, ids: ReadonlyMap<string, number>) {
  const subject = { distinct_id: 'ada', person_properties: { plan: 'pro' } }
  const evaluated = await ask(instance, '/flags/?v=2', { body: { token, ...subject } })
  expect(evaluated.status).toBe(200)
  expect(evaluated.body.flags).toMatchObject({ sound: { enabled: true }, 'sound-cohort': { enabled: true } })
  const context = { targetingKey: 'ada', plan: 'pro' }
  const answers = await Promise.all([
    ask(instance, '/decide/?v=3', { body: { token, ...subject } }),
    ask(instance, '/ofrep/v1/evaluate/flags', { key: token, body: { context } }),
    ask(instance, `/flags/definitions?token=${token}`, { key }),
    ask(instance, `${FLAGS}?limit=1000`, { key }),
    ask(instance, `${FLAGS}evaluation_reasons/?distinct_id=ada`, { key }),
    ask(instance, `${FLAGS}my_flags/`, { key }),
  ])
  for (const answer of answers) {
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).toContain('"sound"')
  }
  expect((await ask(instance, COHORTS, { key })).status).toBe(200)
  for (const [flagKey, id] of ids) {
    for (const path of ['', 'activity/']) {
      const { status, text } = await ask(instance, `${FLAGS}${id}/${path}`, { key })
      expect(status, `${flagKey} ${path} ${text}`).toBe(200)
    }
  }
}

test('OUT-12 a damaged row costs its own flag, after a restart too, and can be repaired', async () => {
  const world = await newWorld()
  const { instance, key, token } = world
  const keys = ['sound', ...Object.keys(DAMAGED_FLAGS), ...CIRCLE]
  const ids = new Map<string, number>()
  for (const flagKey of keys)
    ids.set(flagKey, await create(world, instance, FLAGS, { key: flagKey, filters: EVERYBODY }))
  const rule = { type: 'AND', values: [{ key: 'plan', type: 'person', operator: 'exact', value: 'pro' }] }
  const cohorts = ['sound', ...COHORT_RULES]
  const cohortIds: number[] = []
  for (const name of cohorts) {
    cohortIds.push(await create(world, instance, COHORTS, { name, filters: { properties: rule } }))
  }
  for (const [at, cohortId] of cohortIds.entries()) {
    const flagKey = at === 0 ? 'sound-cohort' : `cohort-${at}`
    const filters = { groups: [{ properties: [{ key: 'id', type: 'cohort', value: cohortId }] }] }
    ids.set(flagKey, await create(world, instance, FLAGS, { key: flagKey, filters }))
  }

  await damage(world.path, ids, cohortIds.slice(1))
  const again = await world.start()
  await expectNoHarm(world, again, ids)
  // A running instance finds the damage at its next check.
  await expect
    .poll(async () => (await ask(instance, '/flags/?v=2', { body: { token, distinct_id: 'ada' } })).text, {
      timeout: 10_000,
    })
    .toMatch(/"no-json":\{[^}]*"enabled":false/)
  await expectNoHarm(world, instance, ids)

  for (const [flagKey, id] of ids) {
    const body = { filters: EVERYBODY, tags: [], evaluation_contexts: [], evaluation_runtime: 'all' }
    const { status, text } = await ask(again, `${FLAGS}${id}/`, { method: 'PATCH', key, body })
    expect(status, `${flagKey} ${text}`).toBe(200)
  }
  const { body } = await ask(again, '/flags/?v=2', { body: { token, distinct_id: 'ada' } })
  const enabled = Object.entries(body.flags as Readonly<Record<string, { readonly enabled: boolean }>>) // by its schema
  expect(enabled.filter(([, flag]) => !flag.enabled).map(([flagKey]) => flagKey)).toEqual([])
  expect(enabled).toHaveLength(ids.size)
})
