import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, describeOnNewestPostgres } from '../../packages/store-postgres/test/support/index.ts'
import { amount } from './support/amount.ts'
import { type InstanceProcess, startInstanceProcess } from './support/instance-process.ts'
import { Audit } from './support/kills/audit.ts'
import { newCrew } from './support/kills/crew.ts'
import { expectServed } from './support/kills/expect-served.ts'
import { Ledger } from './support/kills/ledger.ts'
import { numberIn, postgresRows, type StoredRows } from './support/kills/stored-rows.ts'
import { tornRows } from './support/kills/torn-rows.ts'
import { percentile } from './support/percentile.ts'
import { sayMeasured } from './support/say-measured.ts'

const ROUNDS = amount('ENDURANCE_ROUNDS', 100)
const WRITES = amount('ENDURANCE_WRITES', 1000)
/** How many of the writes of a round come after the kill, through the instance that is left. */
const WRITES_AFTER = Math.ceil(WRITES / 5)
/** In so many rounds both instances are killed once. */
const ROUNDS_A_BLACKOUT = 5
/** The kill comes a little later in each round. */
const KILL_DELAYS_MS = 7
const ROUNDS_A_CHECK = 10
/** Until PostgreSQL has noticed that a client is gone. */
const FORGOTTEN_MS = 2000
const TIMEOUT_MS = 1_800_000

describeOnNewestPostgres('two instances on one PostgreSQL', ({ url: serverUrl }) => {
  test(
    `SERVE-33 killed ${ROUNDS} times while they write, one by one or both, lose nothing that they acknowledged`,
    async () => {
      const database = await createTestDatabase(serverUrl)
      onTestFinished(() => database.dispose())
      const rows = await postgresRows(database.url)
      onTestFinished(() => rows.close())
      const start = () => startNamed(database.url)
      const instances: [Named, Named] = [await start(), await start()]
      const ledger = new Ledger()
      const crew = await newCrew(instances[0], instances[0].server.personalApiKey ?? '', ledger)
      const audit = new Audit(
        ledger,
        crew.projects.map(({ id }) => id),
      )
      let kills = 0
      const forgettingTimes: number[] = []
      for (let round = 1; round <= ROUNDS; round++) {
        const isBlackout = round % ROUNDS_A_BLACKOUT === 0
        const victims = isBlackout ? [...instances] : [instances[round % 2] ?? instances[0]]
        kills += victims.length
        const before = ledger.acknowledged
        const writesAfter = isBlackout ? 0 : WRITES_AFTER
        await crew.writeUntilKilled({
          name: `r${round}`,
          instances,
          victims,
          writes: WRITES - WRITES_AFTER,
          killDelayMs: round % KILL_DELAYS_MS,
          writesAfter,
        })
        expect(ledger.acknowledged - before).toBeGreaterThanOrEqual(WRITES - WRITES_AFTER + writesAfter)
        forgettingTimes.push(await untilForgotten(rows, victims))
        const replaced = await Promise.all(
          instances.map((instance) => (victims.includes(instance) ? start() : instance)),
        )
        instances.splice(0, 2, ...replaced)
        expect(await audit.problems(rows)).toEqual([])
        if (round % ROUNDS_A_CHECK === 0 || round === ROUNDS) expect(await tornRows(rows)).toEqual({})
        for (const instance of instances) {
          for (const project of crew.projects)
            await expectServed(instance, project, audit.versionOf(project.id), ledger)
        }
      }
      sayMeasured('kills on PostgreSQL', {
        rounds: ROUNDS,
        kills,
        'acknowledged writes': ledger.acknowledged,
        'unanswered, stored': ledger.unanswered.kept,
        'unanswered, not stored': ledger.unanswered.gone,
        'slowest to be forgotten ms': percentile(forgettingTimes, 1),
      })
    },
    TIMEOUT_MS,
  )
})

interface Named extends InstanceProcess {
  /** What its connections are called in PostgreSQL. */
  readonly name: string
}

let started = 0

async function startNamed(databaseUrl: string): Promise<Named> {
  const name = `instance-${++started}`
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', name)
  const instance = await startInstanceProcess({ databaseUrl: url.href, args: ['--max-flags-per-project', '100000'] })
  return { ...instance, name }
}

/** Waits until nothing is left of dead processes, and with it no transaction and no lock; answers how long that took. */
async function untilForgotten(rows: StoredRows, dead: readonly Named[]): Promise<number> {
  const startedAt = performance.now()
  const names = dead.map(({ name }) => `'${name}'`).join(', ')
  const left = () => numberIn(rows, `select count(*) from pg_stat_activity where application_name in (${names})`)
  await expect.poll(left, { interval: 5, timeout: FORGOTTEN_MS }).toBe(0)
  return performance.now() - startedAt
}
