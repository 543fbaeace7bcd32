import type { Flag } from '../../../data/records/flag.ts'
import { fieldsOf } from '../../../evaluation/definition/filter-parts.ts'
import { authorizeDefinitions } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { flagsInParts } from '../flags-in-parts.ts'
import type { FlagSource } from './flag-shape.ts'

/** Returns the result of `take` for each live flag of a project. It needs only permission to read definitions. */
export async function readFlags<Taken>(
  ctx: ProjectContext,
  take: (source: FlagSource) => Taken,
): Promise<readonly Taken[]> {
  authorizeDefinitions(ctx.actor, ctx.project.id)
  const query = { order: { field: 'id', descending: false } } as const
  const takeFrom = (flag: Flag) => take(sourceOf(flag))
  const { items } = await ctx.store.read((tx) =>
    flagsInParts(tx, ctx.project.id, query, takeFrom, Number.MAX_SAFE_INTEGER),
  )
  return items
}

/** Returns the fields that determine types. Conditions are the largest part of a flag, and do not affect its types. */
function sourceOf(flag: Flag): FlagSource {
  const { multivariate, payloads, holdout } = fieldsOf(flag.filters)
  return {
    key: flag.key,
    name: flag.name,
    filters: { multivariate, payloads, holdout },
    is_remote_configuration: flag.isRemoteConfiguration,
    has_encrypted_payloads: flag.hasEncryptedPayloads,
    payload_schema: flag.payloadSchema,
    archived: flag.archived,
  }
}
