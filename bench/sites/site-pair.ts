import type { Site } from './site.ts'

/** A Flagdeck server and its comparison. */
export interface SitePair<Loaded extends LoadedSite = LoadedSite> {
  readonly flagdeck: Loaded
  readonly beside: Loaded
}

/** The data that senders of requests need. */
export type LoadedSite = Pick<Site, 'port'>
