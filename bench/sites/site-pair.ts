import type { Site } from './site.ts'

/** A Flagdeck server and what it is measured beside. */
export interface SitePair {
  readonly flagdeck: LoadedSite
  readonly beside: LoadedSite
}

/** All that whoever sends requests has to know. */
export type LoadedSite = Pick<Site, 'port'>
