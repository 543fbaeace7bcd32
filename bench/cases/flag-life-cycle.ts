import { createFlagdeck, type EmbeddedProject } from '@flagdeck/core'
import type { BenchDatabase } from '../databases/bench-database.ts'
import { interleave } from '../measure/interleave.ts'
import { median } from '../measure/median.ts'
import { type Result, resultOf } from '../report/result.ts'
import type { BenchCase } from './bench-case.ts'

const DELETED = 500
const ROUNDS = 3
const LISTED = 2000
const PAGE = 1000
const LIST_ROUNDS = { warmUp: 2, counted: 10 }

/** Measures deleting 500 flags in one request, each round in a separate database. */
export function bulkDelete(database: BenchDatabase): BenchCase {
  const name = `bulk_delete ${database.name} 500 flags`
  return {
    name,
    async run() {
      const durations: number[] = []
      for (let round = 0; round < ROUNDS; round++) durations.push(await inDeck(database, DELETED, deleteAll))
      return [{ name, unit: 'ms', flagdeck: median(durations), beside: null, ratio: null, aim: { atMost: 1000 } }]
    },
  }
}

async function deleteAll({ flags }: EmbeddedProject): Promise<number> {
  const ids = await flags.matchingIds()
  const startedAt = performance.now()
  const { deleted } = await flags.deleteMany({ ids })
  const tookMs = performance.now() - startedAt
  if (deleted.length !== DELETED) throw new Error(`${deleted.length} flags were deleted`)
  return tookMs
}

/** Measures the list of 2,000 flags as the API returns it, compared with the stored flags without derived fields. */
export function listWithStatus(database: BenchDatabase): BenchCase {
  const name = `list ${database.name} 2,000 flags with status`
  return { name, run: () => inDeck(database, LISTED, (project) => compareLists(name, project)) }
}

async function compareLists(name: string, { flags, context }: EmbeddedProject): Promise<readonly Result[]> {
  const pages = [0, PAGE].map((offset) => ({ limit: PAGE, offset }))
  const query = { archived: false, order: { field: 'createdAt', descending: true } } as const
  const durations = await interleave(
    () => durationOf(pages, (page) => flags.list({}, page)),
    () => durationOf(pages, (page) => context.store.read((tx) => tx.flags.list(context.project.id, query, page))),
    LIST_ROUNDS,
  )
  return [resultOf(name, durations, { unit: 'ms', beside: 'without', aim: { atMost: 1.3 } })]
}

async function durationOf<Page>(pages: readonly Page[], read: (page: Page) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  for (const page of pages) await read(page)
  return performance.now() - startedAt
}

function inDeck<T>(database: BenchDatabase, flags: number, work: (project: EmbeddedProject) => Promise<T>): Promise<T> {
  return database.withSeeded({ flags }, async (seeded) => {
    await seeded.maintain()
    const deck = await createFlagdeck({ store: seeded.openStore() })
    try {
      return await work(await deck.project())
    } finally {
      await deck.close()
    }
  })
}
