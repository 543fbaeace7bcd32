import { type ProjectSnapshot, unknownToken } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { minVersion } from '../access/min-version.ts'
import type { RequestContext } from '../access/request-context.ts'

/** The flags of the project with this public token. @throws DomainError `authentication_failed` */
export async function sdkSnapshot(
  { ctx }: Pick<RequestContext, 'ctx'>,
  token: string,
  { headers }: EndpointRequest,
): Promise<ProjectSnapshot> {
  const known = await ctx.snapshots.ofToken(token)
  const wanted = minVersion(headers)
  if (known && known.version >= wanted) return known
  const newer = known && (await ctx.snapshots.get(known.project.id, wanted))
  if (!newer) throw unknownToken(token)
  return newer
}
