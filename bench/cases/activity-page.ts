import { createFlagdeck, type EmbeddedFlags } from '@flagdeck/core'
import type { BenchDatabase } from '../databases/bench-database.ts'
import { type Result, resultOf } from '../report/result.ts'
import type { BenchCase } from './bench-case.ts'
import { compareDurations } from './compare-calls.ts'

const ENTRIES = 100_000
const PAGE = 100
/** The end, and the middle, which is farthest from both ends. */
const OFFSETS = [ENTRIES - PAGE, ENTRIES / 2] as const

/** Measures pages of a long activity log, from its start and from deep in it. */
export function activityPage(database: BenchDatabase): BenchCase {
  const name = `activity ${database.name}`
  return {
    name,
    run: () =>
      database.withSeeded({ flags: 1 }, async (seeded) => {
        await seeded.run(FILL)
        await seeded.maintain()
        const deck = await createFlagdeck({ store: seeded.openStore() })
        const { flags } = await deck.project()
        const results: Result[] = []
        for (const offset of OFFSETS)
          results.push(await comparePages(`${name} page at ${offset} of 100,000`, flags, offset))
        await deck.close()
        return results
      }),
  }
}

async function comparePages(name: string, flags: EmbeddedFlags, offset: number): Promise<Result> {
  const page = async (offset: number) => {
    const { items } = await flags.activity(undefined, { limit: PAGE, offset })
    if (items.length !== PAGE) throw new Error(`the page at ${offset} has ${items.length} entries`)
  }
  const durations = await compareDurations(
    () => page(offset),
    () => page(0),
  )
  return resultOf(name, durations, { unit: 'ms', beside: 'at 0', aim: { atMost: 10 } })
}

/** The first entry is that of the seeded flag. */
const FILL = `
  insert into activity (id, project_id, user_id, verb, scope, item_id, detail, created_at)
  with recursive number (n) as (select 2 union all select n + 1 from number where n < ${ENTRIES})
  select
    'entry ' || cast(n as text), 1, 1, 'updated', 'FeatureFlag', cast(n % 50 as text),
    '{"changes":[{"type":"FeatureFlag","action":"changed","field":"active","before":true,"after":false}],"trigger":null,"type":null,"name":"flag","shortId":null}',
    '2026-11-20T08:00:00.000000Z'
  from number`
