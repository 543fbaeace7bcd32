import { sqliteDatabase } from '../databases/sqlite-database.ts'
import { median } from '../measure/median.ts'
import { buildServer, flagdeckCommand } from '../sites/flagdeck-command.ts'
import { withServerProcess } from '../sites/server-process.ts'
import type { BenchCase } from './bench-case.ts'

const STARTS = 9
const NAME = 'server ready'

/** How long a server takes to be ready on a file that exists. */
export const serverReady: BenchCase = {
  name: NAME,
  run() {
    buildServer()
    return sqliteDatabase.withSeeded({ flags: 350 }, async ({ url }) => {
      const startsMs: number[] = []
      for (let start = 0; start < STARTS; start++) {
        startsMs.push(await withServerProcess(flagdeckCommand(url), async ({ readyAfterMs }) => readyAfterMs))
      }
      return [{ name: NAME, unit: 'ms', flagdeck: median(startsMs), beside: null, ratio: null, aim: { atMost: 250 } }]
    })
  },
}
