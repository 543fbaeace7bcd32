import { sqliteDatabase } from '../databases/sqlite-database.ts'
import { sendOnce } from '../load/bench-request.ts'
import { projectToken } from '../samples/credentials.ts'
import { buildServer, flagdeckCommand } from '../sites/flagdeck-command.ts'
import { withServerProcess } from '../sites/server-process.ts'
import type { BenchCase } from './bench-case.ts'

const FLAGS = 5000
const NAME = 'server memory, 5,000 flags'

/** The memory of a server that has compiled many flags and sent them to an SDK. */
export const serverMemory: BenchCase = {
  name: NAME,
  run() {
    buildServer()
    return sqliteDatabase.withSeeded({ flags: FLAGS }, async ({ url }) => {
      const megabytes = await withServerProcess(flagdeckCommand(url), async ({ port }) => {
        await loadDefinitions(port)
        return (await residentBytes(port)) / 1e6
      })
      return [{ name: NAME, unit: 'MB', flagdeck: megabytes, beside: null, ratio: null, aim: { atMost: 120 } }]
    })
  },
}

async function loadDefinitions(port: number): Promise<void> {
  const path = `/flags/definitions?token=${projectToken(1)}&send_cohorts`
  const response = await sendOnce(port, { method: 'GET', path })
  const { flags } = (await response.json()) as { readonly flags?: readonly unknown[] }
  if (flags?.length !== FLAGS) throw new Error(`the server answered ${flags?.length} of ${FLAGS} flags`)
}

/** Returns the value of the server's own metric. */
async function residentBytes(port: number): Promise<number> {
  const metrics = await (await sendOnce(port, { method: 'GET', path: '/metrics' })).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1])
}
