import type { Context } from '@flagdeck/core'
import type { ResponseHeaders } from '../../rest/plain-response.ts'

const UNKNOWN: ResponseHeaders = {}

/**
 * The header with the number of whole seconds since the store confirmed the served flags. While the store is available
 * it is at most the check interval; while it is unavailable it grows (OUT-2).
 */
export function definitionsAge({ snapshots }: Pick<Context, 'snapshots'>, projectId: number): ResponseHeaders {
  const ageMs = snapshots.ageMs(projectId)
  return ageMs === null ? UNKNOWN : { 'flagdeck-definitions-age': String(Math.floor(ageMs / 1000)) }
}
