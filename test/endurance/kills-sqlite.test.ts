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
 * From starting the process until it is ready, of its own time: a machine that does much else starts nothing at once. With
 * nothing else to do, the clock shows no more.
 */
const READY_MS = 2000
/** The same by the clock, whatever the machine does: nobody waits for a lock of a process that is gone. */
const READY_ANYWHERE_MS = 15_000
/** The kill comes a little later in each round. */
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

/** The file is opened after the server has recovered it, and closed again: the next one shall have to recover it too. */
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
