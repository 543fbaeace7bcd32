import type { Site } from './site.ts'

/** A Flagdeck server and what it is measured beside. */
export interface SitePair<Loaded extends LoadedSite = LoadedSite> {
  readonly flagdeck: Loaded
  readonly beside: Loaded
}

/** All that whoever sends requests has to know. */
export type LoadedSite = Pick<Site, 'port'>
