import type { ProjectContext } from '@flagdeck/core'

/** The values that request current numbers. Without one, numbers may be up to ten seconds old. */
const FRESH = new Set(['true', 'blocking', 'force_blocking', 'async', 'force_async'])

/** Writes the usage that this instance has counted to the store, if the request requires it. */
export async function refreshUsage(project: ProjectContext, refresh: string | undefined): Promise<void> {
  if (refresh !== undefined && FRESH.has(refresh)) await project.usage.flush()
}
