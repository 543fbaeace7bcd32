import { postgresDatabase } from '../databases/postgres-database.ts'
import { type Changes, startChanges } from '../load/changes.ts'
import type { LoadThread } from '../load/load-thread.ts'
import { interleave, type Pair } from '../measure/interleave.ts'
import { buildServer, flagdeckCommand } from '../sites/flagdeck-command.ts'
import { withServerProcess } from '../sites/server-process.ts'

const FLAGS = 10_000
/** Evaluations use the flags below this index; the others are changed. */
const FIRST_CHANGED = 1000
const CHANGE_INTERVAL_MS = 200
const ROUNDS = { warmUp: 1, counted: 5 }

export const ROUND_MS = 4000
/** The keys of the evaluated flags. */
export const ASKED_KEYS: readonly string[] = Array.from({ length: 25 }, (_, index) => `flag-${index}`)

/** The tools of a rebuild case. */
export interface Rebuilding {
  readonly databaseUrl: string
  /**
   * Measures for {@link ROUND_MS} at a time, alternately while the definitions of an instance are rebuilt repeatedly,
   * and without rebuilds.
   */
  compare<Figure>(readerPort: number, measure: () => Promise<Figure>): Promise<Pair<Figure>>
}

/** Runs `use` with a project of 10,000 flags, and an instance that changes one of them every 200 ms on request. */
export function withRebuilding<T>(use: (rebuilding: Rebuilding) => Promise<T>): Promise<T> {
  buildServer()
  return postgresDatabase.withSeeded({ flags: FLAGS }, ({ url }) =>
    withServerProcess(flagdeckCommand(url), async (writer) => {
      const changes = startChanges()
      try {
        return await use({
          databaseUrl: url,
          compare: (readerPort, measure) =>
            interleave(() => whileChanging(changes, { writerPort: writer.port, readerPort }, measure), measure, ROUNDS),
        })
      } finally {
        await changes.close()
      }
    }),
  )
}

async function whileChanging<Figure>(
  changes: LoadThread<Changes, number>,
  ports: Pick<Changes, 'readerPort' | 'writerPort'>,
  measure: () => Promise<Figure>,
): Promise<Figure> {
  const changing = changes.send({
    ...ports,
    flagIds: { first: FIRST_CHANGED, count: FLAGS - FIRST_CHANGED },
    intervalMs: CHANGE_INTERVAL_MS,
    durationMs: ROUND_MS,
  })
  const [figure, changed] = await Promise.all([measure(), changing])
  if (changed === 0) throw new Error('nothing was changed')
  return figure
}
