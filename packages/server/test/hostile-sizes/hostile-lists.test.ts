import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { type ProbedServer, startProbedServer } from '../support/probed-server.ts'
import { call } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const ROWS = 100_000
const LONGEST_TURN_MS = 50
/** Enough attempts that garbage collection, or another process on the same core, does not disturb all of them. */
const ATTEMPTS = 6

/** An address that every tenth user has. It has too many users for the index (PERSON-26). */
const SHARED = 'Shared@flagdeck.test'
const NUMBERS = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${ROWS})`

/** Starts a server whose project has many stored users, and many changes by the user of the key. */
async function startFullProject(): Promise<{ server: ProbedServer; user: string; flag: number }> {
  const cwd = temporaryFolder()
  const server = await startProbedServer({ cwd, args: ['--rate-limit', 'off'] })
  const { personalApiKey: key } = server
  const project = `${server.url}/api/projects/@current`
  const person = await call(`${project}/persons/seed/`, key, 'PATCH', { properties: { email: SHARED, plan: 'free' } })
  const { status, body } = await call(`${project}/feature_flags/`, key, 'POST', { key: 'seed' })
  expect([person.status, status]).toEqual([200, 201])
  const database = new DatabaseSync(join(cwd, 'data', 'flagdeck.db'), { timeout: 10_000 })
  copyRow(database, 'persons', "distinct_id = 'seed'", {
    distinct_id: "'person-' || n",
    properties:
      "json_object('email', case when n % 10 > 0 then 'p' || n || '@flagdeck.test' else properties ->> 'email' end, 'plan', 'free', 'age', n % 90)",
    found_by: "case when n % 10 > 0 then 'p' || n || '@flagdeck.test' else found_by end",
  })
  copyRow(database, 'activity', `item_id = '${Number(body.id)}' and scope = 'FeatureFlag'`, {
    seq: 'null',
    id: "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4000-8000-' || hex(randomblob(6)))",
    // Half of them are about the flag, and the others about other kinds of records.
    item_id: 'case n % 2 when 0 then item_id else n end',
    scope: "case n % 4 when 1 then 'Cohort' when 3 then 'Dashboard' else scope end",
    version: 'null',
  })
  database.close()
  const user = String((await call(`${server.url}/api/users/@me/`, key)).body.uuid)
  return { server, user, flag: Number(body.id) }
}

/** Copies a row many times with different values in some columns. `n` is the number of the copy. */
function copyRow(database: DatabaseSync, table: string, where: string, values: Readonly<Record<string, string>>): void {
  const columns = database
    .prepare(`select name from pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => String(name))
  const selected = columns.map((column) => values[column] ?? column)
  const row = `select * from ${table} where ${where} limit 1`
  database.exec(
    `${NUMBERS} insert into ${table} (${columns.join()}) select ${selected.join()} from (${row}) cross join numbers`,
  )
  const { count } = database.prepare(`select count(*) as count from ${table}`).get() as { count: number }
  expect(count).toBeGreaterThan(ROWS)
}

function propertyFilters(...filters: readonly object[]): string {
  return `persons/?properties=${encodeURIComponent(JSON.stringify(filters))}`
}

/** Returns filtered lists, each with the most expensive pages: the first, a middle and the last one. */
function filteredLists(user: string, flag: number): readonly string[] {
  return [
    propertyFilters({ key: 'plan', value: 'paid' }),
    propertyFilters({ key: 'age', value: '42', operator: 'gt' }, { key: 'plan', value: '^f', operator: 'regex' }),
    `${propertyFilters({ key: 'plan', value: 'free' })}&limit=1000`,
    `${propertyFilters({ key: 'plan', value: 'paid' })}&email=${SHARED}`,
    `persons/?email=${SHARED}&limit=1000`,
    'persons/?email=p70000@flagdeck.test',
    'persons/?distinct_id=person-70000',
    'persons/?search=person-7',
    'persons/?search=person-7&limit=1000&offset=10000',
    `persons/?search=${SHARED}&limit=1000&offset=9000`,
    'persons/?search=nobody',
    'persons/?limit=1000&offset=99000',
    'persons/values/?key=email&value=flagdeck',
    `activity_log/?user=${user}`,
    `activity_log/?user=${user}&page=500&page_size=100`,
    `activity_log/?user=${user}&page=100&page_size=1000`,
    'activity_log/?scopes=FeatureFlag,Cohort,Dashboard&page=500&page_size=100',
    `activity_log/?scopes=Cohort,Dashboard&user=${user}&page=250&page_size=100`,
    `activity_log/?scope=FeatureFlag&item_id=${flag}&user=${user}&page=250&page_size=100`,
    `activity_log/?user=${crypto.randomUUID()}`,
    `activity_log/newest/?user=${user}&scope=Cohort&limit=1000`,
    `activity_log/newest/?scope=FeatureFlag&item_id=${flag}&limit=1000`,
    'activity_log/newest/?date_from=2020-01-01&limit=1000',
    `activity_log/newest/?date_to=2100-01-01&user=${user}&item_id=${flag}&limit=1000`,
    'activity_log/newest/?date_to=2020-01-01',
    'activity_log/newest/?search=nothing+has+this',
    'activity_log/newest/?search=nothing+has+this&date_from=2020-01-01&scope=FeatureFlag',
    `feature_flags/${flag}/activity/?page=250&limit=100`,
  ]
}

test('OUT-13 filtered lists of 100,000 persons and entries do not block the event loop for 50 ms', {
  timeout: 300_000,
}, async () => {
  const { server, user, flag } = await startFullProject()
  const headers = { authorization: `Bearer ${server.personalApiKey}` }
  const tooLong: string[] = []
  for (const path of filteredLists(user, flag)) {
    let least = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < ATTEMPTS && least >= LONGEST_TURN_MS; attempt++) {
      const ms = await server.longestTurnMs(async () => {
        const response = await fetch(`${server.url}/api/projects/@current/${path}`, { headers })
        const text = await response.text()
        expect(response.status, `${path}: ${text.slice(0, 500)}`).toBe(200)
      })
      least = Math.min(least, ms)
    }
    if (least >= LONGEST_TURN_MS) tooLong.push(`${path}: ${Math.round(least)} ms`)
  }
  expect(tooLong).toEqual([])
})
