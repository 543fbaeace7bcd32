import { createFlagdeck } from '@flagdeck/core'
import { sqlitePersons } from '../by-hand/sqlite-persons.ts'
import { sqliteDatabase } from '../databases/sqlite-database.ts'
import { interleave } from '../measure/interleave.ts'
import { resultOf } from '../report/result.ts'
import { type IdOrder, insertPersons, PRO_OVER_THIRTY } from '../samples/known-persons.ts'
import type { BenchCase } from './bench-case.ts'

const PERSONS = 1_000_000
const ROUNDS = { warmUp: 1, counted: 5 }

/**
 * Measures a blast radius over a million persons, compared with a scan that parses each of them and blocks the event
 * loop. Flagdeck reads in the order of ids, so that it can continue where it stopped. If the rows are in another order,
 * each row is a lookup.
 */
export function blastRadiusCase(order: IdOrder): BenchCase {
  const name = `blast radius of 1,000,000 persons, ids ${order}`
  return {
    name,
    run: () =>
      sqliteDatabase.withSeeded({}, async (seeded) => {
        await seeded.run(insertPersons(PERSONS, order))
        const byHand = sqlitePersons(seeded.url.replace(/^sqlite:/, ''))
        const deck = await createFlagdeck({ store: seeded.openStore() })
        const { flags } = await deck.project()
        const counts = new Set<number>()
        const durations = await interleave(
          () => durationMs(async () => counts.add((await flags.blastRadius(PRO_OVER_THIRTY)).affected)),
          () => durationMs(async () => counts.add(byHand.count())),
          ROUNDS,
        )
        byHand.close()
        await deck.close()
        if (counts.size !== 1) throw new Error(`the counts differ: ${[...counts].join(', ')}`)
        return [resultOf(name, durations, { unit: 'ms', beside: 'plain scan', aim: { atMost: 3 } })]
      }),
  }
}

async function durationMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
