import type { Context } from '@flagdeck/core'
import type { ResponseHeaders } from '../../rest/plain-response.ts'

const UNKNOWN: ResponseHeaders = {}

/**
 * Says in whole seconds how long ago the store confirmed the flags that are answered from. While the store answers it
 * is the check interval at most; while it is away it grows (OUT-2).
 */
export function definitionsAge({ snapshots }: Pick<Context, 'snapshots'>, projectId: number): ResponseHeaders {
  const ageMs = snapshots.ageMs(projectId)
  return ageMs === null ? UNKNOWN : { 'flagdeck-definitions-age': String(Math.floor(ageMs / 1000)) }
}
