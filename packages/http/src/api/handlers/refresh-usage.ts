import type { ProjectContext } from '@flagdeck/core'

/** The ways of asking for numbers that are not from before; without one, those of up to ten seconds ago will do. */
const FRESH = new Set(['true', 'blocking', 'force_blocking', 'async', 'force_async'])

/** Brings what this instance has counted into the store, for a reader who asks for it. */
export async function refreshUsage(project: ProjectContext, refresh: string | undefined): Promise<void> {
  if (refresh !== undefined && FRESH.has(refresh)) await project.usage.flush()
}
