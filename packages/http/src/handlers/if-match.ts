import { DomainError, type ProjectContext, retrieveFlag, type UpdateFlagOptions } from '@flagdeck/core'
import type { RequestHeaders } from '../plain-request.ts'

/**
 * What `If-Match` asks for: the strict way of not overwriting anybody (FLAG-24). A tag that is no version is one that
 * the flag cannot have, so it never lets a write through.
 * @throws DomainError `precondition_failed`
 */
export async function ifMatch(
  project: ProjectContext,
  flagId: number,
  headers: RequestHeaders,
): Promise<UpdateFlagOptions> {
  const header = headers['if-match']?.trim()
  if (header === undefined || header === '*') return {}
  const versions = header.split(',').map(versionOf)
  const [only] = versions
  if (versions.length === 1 && only !== undefined) return { ifVersion: only }
  const { version } = await retrieveFlag(project, flagId)
  if (versions.includes(version)) return { ifVersion: version }
  throw new DomainError(
    'precondition_failed',
    'precondition_failed',
    `The feature flag is at version ${version}, which If-Match does not name. Please refresh and try again.`,
  )
}

/** Tags are strong when we send them; proxies that compress make them weak, and people write them bare. */
function versionOf(tag: string): number | undefined {
  const match = /^\s*(?:W\/)?(?:"(\d{1,15})"|(\d{1,15}))\s*$/.exec(tag)
  return match ? Number(match[1] ?? match[2]) : undefined
}
