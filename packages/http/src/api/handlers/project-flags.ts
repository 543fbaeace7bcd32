import { type ProjectSnapshot, type PublishedFlagsQuery, projectNotFound } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { minVersion } from '../access/min-version.ts'
import type { OfrepContext } from '../access/request-context.ts'
import { sdkRuntime } from '../sdk/sdk-runtime.ts'

/** The flags of the project that a credential has opened, not older than `claimed` nor than the request asks for. */
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

/** Flags that only run on servers are not for those who have nothing but the public token. */
export function visibleTo({ isTrusted }: OfrepContext, { headers }: EndpointRequest): PublishedFlagsQuery {
  return { runtime: isTrusted ? 'all' : sdkRuntime(undefined, headers) }
}
