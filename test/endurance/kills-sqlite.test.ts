import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../packages/server/test/support/temporary-folder.ts'
import { amount } from './support/amount.ts'
import { cpuMs } from './support/cpu-ms.ts'
import { startInstanceProcess } from './support/instance-process.ts'
import { LARGE_PROJECTS } from './support/kills/crew.ts'
import { newProof, type Proof } from './support/kills/proof.ts'
import { sqliteRows } from './support/kills/stored-rows.ts'
import { percentile } from './support/percentile.ts'
import { sayMeasured } from './support/say-measured.ts'

const ROUNDS = amount('ENDURANCE_ROUNDS', 50)
const WRITES = amount('ENDURANCE_WRITES', 400)
/**
 * The maximum CPU time of the process from its start until it is ready. CPU time is used because a busy machine starts
 * slowly. On an idle machine, the elapsed time is not longer.
 */
const READY_MS = 2000
/** The maximum elapsed time on any machine: a start does not wait for locks of ended processes. */
const READY_ANYWHERE_MS = 15_000
/** The kill is delayed by the number of the round modulo this value, in milliseconds. */
const KILL_DELAYS_MS = 7
const TIMEOUT_MS = 1_800_000

test(
  `SERVE-33 killed ${ROUNDS} times while it writes to SQLite, a server loses nothing that it acknowledged`,
  async () => {
    const cwd = temporaryFolder()
    const start = () => startInstanceProcess({ cwd, args: LARGE_PROJECTS })
    let instance = await start()
    const proof = await newProof(instance)
    const startTimes: number[] = []
    const ownTimes: number[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      await proof.crew.writeUntilKilled({
        name: `r${round}`,
        instances: [instance],
        victims: [instance],
        writes: WRITES,
        killDelayMs: round % KILL_DELAYS_MS,
        writesAfter: 0,
      })
      const startedAt = performance.now()
      instance = await start()
      const clockMs = performance.now() - startedAt
      startTimes.push(clockMs)
      ownTimes.push(Math.min(clockMs, cpuMs(instance.server.process.pid) ?? clockMs))
      await expectStored(proof, join(cwd, 'data/flagdeck.db'), round)
      await proof.expectServed(instance)
    }
    sayMeasured('kills on SQLite', {
      rounds: ROUNDS,
      ...proof.figures,
      'median start ms': percentile(startTimes, 0.5),
      'slowest start ms': percentile(startTimes, 1),
      'most of its own ms': percentile(ownTimes, 1),
    })
    expect(proof.ledger.acknowledged).toBeGreaterThanOrEqual(ROUNDS * WRITES)
    expect(proof.ledger.refused).toBe(0)
    expect(percentile(ownTimes, 1)).toBeLessThan(READY_MS)
    expect(percentile(startTimes, 1)).toBeLessThan(READY_ANYWHERE_MS)
  },
  TIMEOUT_MS,
)

/**
 * Opens the file after the server has recovered it, and closes it again, so that the next server has to recover it too.
 */
async function expectStored(proof: Proof, path: string, round: number): Promise<void> {
  const rows = sqliteRows(path)
  try {
    await proof.expectStored(rows, round, async () =>
      expect(await rows.all('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]),
    )
  } finally {
    await rows.close()
  }
}
