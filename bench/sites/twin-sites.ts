import { startByHandSite } from '../by-hand/by-hand-site.ts'
import type { BenchDatabase } from '../databases/bench-database.ts'
import type { SeedOptions } from '../samples/seed.ts'
import { startFlagdeckSite } from './flagdeck-site.ts'
import type { Site } from './site.ts'
import type { SitePair } from './site-pair.ts'

/**
 * Starts a Flagdeck server and a hand-written alternative, each on its own copy of the same database, and stops them
 * after `use`.
 */
export function withSites<T>(
  database: BenchDatabase,
  seeded: SeedOptions,
  use: (sites: SitePair) => Promise<T>,
): Promise<T> {
  return database.withSeeded(seeded, async (ours) => {
    const theirs = await ours.copy()
    return withSite(await startFlagdeckSite(ours.url), async (flagdeck) =>
      withSite(await startByHandSite(await theirs.openByHand()), (beside) => use({ flagdeck, beside })),
    )
  })
}

/** Closes the site after `use`. */
export async function withSite<T>(site: Site, use: (site: Site) => Promise<T>): Promise<T> {
  try {
    return await use(site)
  } finally {
    await site.close()
  }
}
