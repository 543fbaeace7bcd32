import type { BenchDatabase } from '../databases/bench-database.ts'
import { resultOf } from '../report/result.ts'
import type { BenchCase } from './bench-case.ts'
import { compareCalls } from './compare-calls.ts'

const FLAGS = 50

/**
 * Measures reading a flag through the store, in a transaction and with its JSON parsed, compared with its row through
 * the driver.
 */
export function storeFind(database: BenchDatabase): BenchCase {
  const name = `store ${database.name} find a flag`
  return {
    name,
    run: () =>
      database.withSeeded({ flags: FLAGS }, async (seeded) => {
        const store = seeded.openStore()
        const flags = await seeded.openByHand()
        const rates = await compareCalls(
          (call) => store.read((tx) => tx.flags.find(1, (call % FLAGS) + 1)),
          (call) => flags.find((call % FLAGS) + 1),
        )
        await store.close()
        await flags.close()
        return [resultOf(name, rates, { unit: '/s', beside: 'by hand' })]
      }),
  }
}
