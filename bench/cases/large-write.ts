import { join } from 'node:path'
import type { Store } from '@flagdeck/core'
import { seedCohort, seedTenant } from '@flagdeck/core/fixtures'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { withTemporaryFolder } from '../databases/temporary-folder.ts'
import { interleave, pairOf } from '../measure/interleave.ts'
import { type Result, resultOf } from '../report/result.ts'
import type { BenchCase } from './bench-case.ts'

const SIZES = [100_000, 1_000_000]
const ROUNDS = { warmUp: 1, counted: 3 }
const SLICE = 2000

/** The event-loop ticks of this thread while the write was committed. */
interface Turns {
  /** The longest time between two ticks. */
  readonly longestMs: number
  /**
   * The longest CPU time of this thread in a tick. In the rest of the longest time it waited for the disk or a
   * processor.
   */
  readonly mostWorkMs: number
}

interface Figures extends Turns {
  readonly wholeMs: number
}

/** Members added to a cohort in one transaction in a SQLite file, with `large` and without it. */
export const largeWrite: BenchCase = {
  name: 'sqlite large write',
  async run() {
    const results: Result[] = []
    for (const members of SIZES) results.push(...(await measureSize(members)))
    return results
  },
}

async function measureSize(members: number): Promise<readonly Result[]> {
  const ids = Array.from({ length: members }, (_, n) => `customer-${String(n).padStart(8, '0')}-of-a-shop`)
  const pair = await interleave(
    () => measureWrite(ids, true),
    () => measureWrite(ids, false),
    ROUNDS,
  )
  const name = `sqlite large write, ${members.toLocaleString('en')} members`
  const options = { unit: 'ms', beside: 'in this thread' } as const
  return [
    resultOf(
      `${name}: longest turn of its commit`,
      pairOf(pair, ({ longestMs }) => longestMs),
      options,
    ),
    resultOf(
      `${name}: most work in a turn of it`,
      pairOf(pair, ({ mostWorkMs }) => mostWorkMs),
      options,
    ),
    resultOf(
      name,
      pairOf(pair, ({ wholeMs }) => wholeMs),
      options,
    ),
  ]
}

function measureWrite(ids: readonly string[], large: boolean): Promise<Figures> {
  return withTemporaryFolder(async (folder) => {
    const store = sqliteStore(join(folder, 'flags.db'))
    await store.migrate()
    const figures = await writeMembers(store, ids, large)
    await store.close()
    return figures
  })
}

async function writeMembers(store: Store, ids: readonly string[], large: boolean): Promise<Figures> {
  const { project } = await seedTenant(store)
  const cohort = await seedCohort(store, { projectId: project.id })
  const startedAt = performance.now()
  let turns = (): Turns => ({ longestMs: 0, mostWorkMs: 0 })
  await store.write(
    async (tx) => {
      for (let at = 0; at < ids.length; at += SLICE) {
        await tx.cohortMembers.add(project.id, cohort.id, ids.slice(at, at + SLICE))
        await nextTurn()
      }
      turns = watchTurns()
    },
    { large },
  )
  const wholeMs = performance.now() - startedAt
  await nextTurn()
  return { ...turns(), wholeMs }
}

/** Measures every event-loop tick from now on. Returns a function that ends the measurement. */
function watchTurns(): () => Turns {
  let before = performance.now()
  let usage = process.threadCpuUsage()
  let longestMs = 0
  let mostWorkMs = 0
  let isOver = false
  const turn = () => {
    const { user, system } = process.threadCpuUsage(usage)
    const now = performance.now()
    longestMs = Math.max(longestMs, now - before)
    mostWorkMs = Math.max(mostWorkMs, (user + system) / 1000)
    before = now
    usage = process.threadCpuUsage()
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  return () => {
    isOver = true
    return { longestMs, mostWorkMs }
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
