import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../packages/server/test/support/temporary-folder.ts'
import { amount } from './support/amount.ts'
import { type InstanceProcess, startInstanceProcess } from './support/instance-process.ts'
import { Audit } from './support/kills/audit.ts'
import { type Crew, newCrew } from './support/kills/crew.ts'
import { expectServed } from './support/kills/expect-served.ts'
import { Ledger } from './support/kills/ledger.ts'
import { sqliteRows } from './support/kills/stored-rows.ts'
import { tornRows } from './support/kills/torn-rows.ts'
import { percentile } from './support/percentile.ts'
import { sayMeasured } from './support/say-measured.ts'

const ROUNDS = amount('ENDURANCE_ROUNDS', 100)
const WRITES = amount('ENDURANCE_WRITES', 1000)
/** From starting the process until it is ready; the best of some rounds, since the machine may do much else. */
const READY_MS = 2000
/** The same in any round: nobody waits for a lock of a process that is gone. */
const READY_ANYWHERE_MS = 10_000
/** The kill comes a little later in each round. */
const KILL_DELAYS_MS = 7
const ROUNDS_A_CHECK = 10
const TIMEOUT_MS = 1_800_000
const ARGS = ['--max-flags-per-project', '100000']

test(
  `SERVE-33 killed ${ROUNDS} times while it writes to SQLite, a server loses nothing that it acknowledged`,
  async () => {
    const cwd = temporaryFolder()
    const path = join(cwd, 'data/flagdeck.db')
    const start = () => startInstanceProcess({ cwd, args: ARGS })
    let instance = await start()
    const ledger = new Ledger()
    const crew = await newCrew(instance, instance.server.personalApiKey ?? '', ledger)
    const audit = new Audit(
      ledger,
      crew.projects.map(({ id }) => id),
    )
    const startTimes: number[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      await crew.writeUntilKilled({
        name: `r${round}`,
        instances: [instance],
        victims: [instance],
        writes: WRITES,
        killDelayMs: round % KILL_DELAYS_MS,
        writesAfter: 0,
      })
      const startedAt = performance.now()
      instance = await start()
      startTimes.push(performance.now() - startedAt)
      await expectWhole({
        path,
        instance,
        crew,
        ledger,
        audit,
        isThorough: round % ROUNDS_A_CHECK === 0 || round === ROUNDS,
      })
    }
    sayMeasured('kills on SQLite', {
      rounds: ROUNDS,
      'acknowledged writes': ledger.acknowledged,
      'unanswered, stored': ledger.unanswered.kept,
      'unanswered, not stored': ledger.unanswered.gone,
      'median start ms': percentile(startTimes, 0.5),
      'slowest start ms': percentile(startTimes, 1),
    })
    expect(ledger.acknowledged).toBeGreaterThanOrEqual(ROUNDS * WRITES)
    for (let first = 0; first < ROUNDS; first += ROUNDS_A_CHECK) {
      expect(Math.min(...startTimes.slice(first, first + ROUNDS_A_CHECK))).toBeLessThan(READY_MS)
    }
    expect(percentile(startTimes, 1)).toBeLessThan(READY_ANYWHERE_MS)
  },
  TIMEOUT_MS,
)

interface Scene {
  readonly path: string
  readonly instance: InstanceProcess
  readonly crew: Crew
  readonly ledger: Ledger
  readonly audit: Audit
  readonly isThorough: boolean
}

/** The file is opened after the server has recovered it, and closed again: the next one shall have to recover it too. */
async function expectWhole({ path, instance, crew, ledger, audit, isThorough }: Scene): Promise<void> {
  const rows = sqliteRows(path)
  try {
    expect(await audit.problems(rows)).toEqual([])
    if (isThorough) {
      expect(await rows.all('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
      expect(await tornRows(rows)).toEqual({})
    }
  } finally {
    await rows.close()
  }
  for (const project of crew.projects) await expectServed(instance, project, audit.versionOf(project.id), ledger)
}
