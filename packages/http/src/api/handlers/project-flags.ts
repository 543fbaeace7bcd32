import { type ProjectSnapshot, type PublishedFlagsQuery, projectNotFound } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { minVersion } from '../access/min-version.ts'
import type { OfrepContext } from '../access/request-context.ts'
import { sdkRuntime } from '../sdk/sdk-runtime.ts'

/**
 * The flags of the project to which the credential gives access, at least as new as `claimed` and the version that the
 * request requires.
 */
export async function snapshotFor(
  { ctx, projectId }: OfrepContext,
  { headers }: EndpointRequest,
  claimed = 0,
): Promise<ProjectSnapshot> {
  await ctx.snapshots.catchUp(projectId, claimed)
  const snapshot = await ctx.snapshots.get(projectId, minVersion(headers))
  if (!snapshot) throw projectNotFound()
  return snapshot
}

/** Flags that run only on servers are hidden from clients with only the public token. */
export function visibleTo({ isTrusted }: OfrepContext, { headers }: EndpointRequest): PublishedFlagsQuery {
  return { runtime: isTrusted ? 'all' : sdkRuntime(undefined, headers) }
}
