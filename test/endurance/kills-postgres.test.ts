import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, describeOnNewestPostgres } from '../../packages/store-postgres/test/support/index.ts'
import { amount } from './support/amount.ts'
import { type InstanceProcess, startInstanceProcess } from './support/instance-process.ts'
import { type KillRound, LARGE_PROJECTS } from './support/kills/crew.ts'
import { newProof } from './support/kills/proof.ts'
import { numberIn, postgresRows, type StoredRows } from './support/kills/stored-rows.ts'
import { mostRefusals, warnings } from './support/load/log-problems.ts'
import { percentile } from './support/percentile.ts'
import { sayMeasured } from './support/say-measured.ts'

const ROUNDS = amount('ENDURANCE_ROUNDS', 50)
const WRITES = amount('ENDURANCE_WRITES', 400)
/** The number of writes of a round after the kill, through the remaining instance. */
const WRITES_AFTER = Math.ceil(WRITES / 5)
/** Both instances are killed in one of this many rounds. */
const ROUNDS_A_BLACKOUT = 5
/** The kill is delayed by the number of the round modulo this value, in milliseconds. */
const KILL_DELAYS_MS = 7
/** The maximum time until PostgreSQL has noticed that a client has ended. */
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
      const logs: (() => string)[] = []
      const start = async () => {
        const instance = await startNamed(database.url)
        logs.push(instance.server.stderr)
        return instance
      }
      const first = await start()
      let pair: Pair = [first, await start()]
      const proof = await newProof(first)
      const forgettingTimes: number[] = []
      for (let number = 1; number <= ROUNDS; number++) {
        const round = newRound(number, pair)
        const before = proof.ledger.acknowledged
        await proof.crew.writeUntilKilled(round)
        expect(proof.ledger.acknowledged - before).toBeGreaterThanOrEqual(WRITES)
        forgettingTimes.push(await untilForgotten(rows, round.victims))
        const replaced = async (instance: Named) => (round.victims.includes(instance) ? start() : instance)
        pair = await Promise.all([replaced(pair[0]), replaced(pair[1])])
        await proof.expectStored(rows, number)
        for (const instance of pair) await proof.expectServed(instance)
      }
      sayMeasured('kills on PostgreSQL', {
        rounds: ROUNDS,
        'processes killed': started - pair.length,
        ...proof.figures,
        'slowest to be forgotten ms': percentile(forgettingTimes, 1),
      })
      const log = logs.map((read) => read()).join('\n')
      expect(proof.ledger.refused, JSON.stringify(warnings(log))).toBeLessThanOrEqual(
        mostRefusals(log, proof.ledger.acknowledged),
      )
    },
    TIMEOUT_MS,
  )
})

interface Named extends InstanceProcess {
  /** The name of its connections in PostgreSQL. */
  readonly name: string
}

type Pair = readonly [Named, Named]

/** Returns a round. Most rounds kill one of the two instances, alternately. */
function newRound(number: number, pair: Pair): KillRound & { readonly victims: readonly Named[] } {
  const isBlackout = number % ROUNDS_A_BLACKOUT === 0
  const writesAfter = isBlackout ? 0 : WRITES_AFTER
  return {
    name: `r${number}`,
    instances: pair,
    victims: isBlackout ? pair : [number % 2 === 0 ? pair[0] : pair[1]],
    writes: WRITES - writesAfter,
    killDelayMs: number % KILL_DELAYS_MS,
    writesAfter,
  }
}

let started = 0

async function startNamed(databaseUrl: string): Promise<Named> {
  const name = `instance-${++started}`
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', name)
  const instance = await startInstanceProcess({ databaseUrl: url.href, args: LARGE_PROJECTS })
  return { ...instance, name }
}

/**
 * Waits until the connections of killed processes have ended, and with them their transactions and locks. Returns how
 * long that took.
 */
async function untilForgotten(rows: StoredRows, dead: readonly Named[]): Promise<number> {
  const startedAt = performance.now()
  const names = dead.map(({ name }) => `'${name}'`).join(', ')
  const left = () => numberIn(rows, `select count(*) from pg_stat_activity where application_name in (${names})`)
  await expect.poll(left, { interval: 5, timeout: FORGOTTEN_MS }).toBe(0)
  return performance.now() - startedAt
}
