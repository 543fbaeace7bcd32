import { createFlagdeck, type ProjectContext, type Store } from '@flagdeck/core'
import type { DashboardDetails } from '@flagdeck/core/operations'
import { answerTiles, createFlagDashboard, openProject, retrieveDashboard } from '@flagdeck/core/operations'
import { type ByHandUsage, byHandUsage } from '../by-hand/by-hand-usage.ts'
import type { BenchDatabase, SeededDatabase } from '../databases/bench-database.ts'
import { type Result, resultOf } from '../report/result.ts'
import { fillUserRows, MAKE_USER_ROWS, MONTH, seedCounts, seedUsers, USAGE_SEEN_AT } from '../samples/usage.ts'
import type { BenchCase } from './bench-case.ts'
import { compareDurations } from './compare-calls.ts'

const FLAGS = 500
/** A flag whose users are listed, and one whose users are estimated. */
const CHARTED = [
  { flagId: 101, key: 'flag-100', usersADay: 100 },
  { flagId: 201, key: 'flag-200', usersADay: 2000 },
] as const

/**
 * Measures the usage dashboard of a flag over a million counts: calls by day and response, and distinct users by
 * response. It is compared with the driver and a row for every user and day.
 */
export function usageDashboard(database: BenchDatabase): BenchCase {
  const name = `usage dashboard ${database.name}`
  return {
    name,
    run: () =>
      database.withSeeded({ flags: FLAGS }, async (seeded) => {
        const store = seeded.openStore()
        await fill(seeded, store)
        const deck = await createFlagdeck({ store, clock: () => USAGE_SEEN_AT })
        const byHand = await byHandUsage(seeded.url, MONTH)
        const project = await openProject(deck.context, 1)
        const results = [await compareCalls(name, project, byHand)]
        for (const charted of CHARTED) results.push(await compareDashboards(name, project, byHand, charted))
        await byHand.close()
        await deck.close()
        return results
      }),
  }
}

async function fill(seeded: SeededDatabase, store: Store): Promise<void> {
  await seedCounts(
    store,
    Array.from({ length: FLAGS }, (_, index) => `flag-${index}`),
  )
  await seeded.run(MAKE_USER_ROWS)
  for (const { key, usersADay } of CHARTED) {
    await seedUsers(store, key, usersADay)
    await seeded.run(fillUserRows(key, usersADay))
  }
  await seeded.maintain()
}

const BESIDE = { unit: 'ms', beside: 'by hand', aim: { atMost: 5 } } as const

async function compareCalls(name: string, project: ProjectContext, byHand: ByHandUsage): Promise<Result> {
  const [{ flagId, key }] = CHARTED
  const dashboard = await dashboardOf(project, flagId)
  const calls = { ...dashboard, tiles: dashboard.tiles.slice(0, 1) }
  const durations = await compareDurations(
    () => answerTiles(project, calls),
    () => byHand.calls(key),
  )
  return resultOf(`${name}, calls alone`, durations, BESIDE)
}

async function compareDashboards(
  name: string,
  project: ProjectContext,
  byHand: ByHandUsage,
  { flagId, key, usersADay }: (typeof CHARTED)[number],
): Promise<Result> {
  const dashboard = await dashboardOf(project, flagId)
  const durations = await compareDurations(
    () => answerTiles(project, dashboard),
    async () => [await byHand.calls(key), await byHand.users(key)],
  )
  return resultOf(`${name}, ${usersADay.toLocaleString('en')} users a day`, durations, BESIDE)
}

async function dashboardOf(project: ProjectContext, flagId: number): Promise<DashboardDetails> {
  const { usageDashboardId } = await createFlagDashboard(project, flagId)
  return retrieveDashboard(project, usageDashboardId ?? 0)
}
