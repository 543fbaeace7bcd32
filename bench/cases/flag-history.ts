import { createFlagdeck, type EmbeddedFlags } from '@flagdeck/core'
import { type ByHandHistory, byHandHistory } from '../by-hand/by-hand-history.ts'
import type { BenchDatabase, SeededDatabase } from '../databases/bench-database.ts'
import { resultOf } from '../report/result.ts'
import type { BenchCase } from './bench-case.ts'
import { compareDurations } from './compare-calls.ts'

const FLAG = 1
const VERSIONS = 1000
/** These versions are restored alternately, so that each restore is a change. */
const RESTORED = [100, 200] as const

/**
 * Measures a version of a flag with 1,000 versions, a difference of two versions and a restore, compared with
 * hand-written queries.
 */
export function flagHistory(database: BenchDatabase): BenchCase {
  const name = `history ${database.name}`
  return {
    name,
    run: () =>
      database.withSeeded({ flags: 1 }, async (ours) => {
        await makeVersions(ours)
        const theirs = await ours.copy()
        const deck = await createFlagdeck({ store: ours.openStore() })
        const byHand = await byHandHistory(theirs.url)
        const { flags } = await deck.project()
        const results = []
        for (const [what, pair] of Object.entries(comparisons(flags, byHand))) {
          const durations = await compareDurations(...pair)
          results.push(resultOf(`${name}, ${what}`, durations, { unit: 'ms', beside: 'by hand', aim: { atMost: 3 } }))
        }
        await byHand.close()
        await deck.close()
        return results
      }),
  }
}

type Call = (call: number) => Promise<unknown>

function comparisons(flags: EmbeddedFlags, byHand: ByHandHistory): Record<string, readonly [Call, Call]> {
  const anyVersion = (call: number) => 1 + ((call * 37) % VERSIONS)
  const restored = (call: number) => RESTORED[call % 2] ?? 0
  return {
    'one of 1,000 versions': [
      (call) => flags.version(FLAG, anyVersion(call)),
      (call) => byHand.version(FLAG, anyVersion(call)),
    ],
    'the difference of two': [
      (call) => flags.difference(FLAG, anyVersion(call), VERSIONS / 2),
      (call) => byHand.difference(FLAG, anyVersion(call), VERSIONS / 2),
    ],
    'a version restored': [
      (call) => flags.restore(FLAG, restored(call)),
      (call) => byHand.restore(FLAG, restored(call)),
    ],
  }
}

/** Makes typical changes: of a percentage, a name, a switch. */
async function makeVersions(seeded: SeededDatabase): Promise<void> {
  const deck = await createFlagdeck({ store: seeded.openStore() })
  const { flags } = await deck.project()
  const { filters } = await flags.get(FLAG)
  for (let version = 2; version <= VERSIONS; version++) {
    const [first, ...others] = filters.groups
    const groups = [{ ...first, rollout_percentage: version % 100 }, ...others]
    await flags.update(FLAG, { filters: { ...filters, groups }, name: `Number ${version}`, active: version % 2 === 0 })
  }
  await deck.close()
  await seeded.maintain()
}
