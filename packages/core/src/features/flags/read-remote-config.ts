import type { Flag } from '../../data/records/flag.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { fieldsOf } from '../../evaluation/definition/filter-parts.ts'
import { recordNotFound } from '../../foundation/errors/record-not-found.ts'
import { authorizeDefinitions } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { REDACTED_PAYLOAD } from '../../runtime/secrets/payload-cipher.ts'
import { mayReadPayloads, undecryptablePayload, withVisiblePayloads } from './sealed-payloads.ts'

/**
 * Returns the payload of a remote configuration flag as JSON text, whether the flag is enabled or not; null when it has
 * none. An `idOrKey` that consists of digits is an id (PROTO-10).
 */
export async function readRemoteConfig(ctx: ProjectContext, idOrKey: string): Promise<string | null> {
  authorizeDefinitions(ctx.actor, ctx.project.id)
  const flag = await ctx.store.read((tx) => findByIdOrKey(tx, ctx.project.id, idOrKey))
  if (!flag || flag.deleted || !flag.isRemoteConfiguration) throw recordNotFound('Flag', idOrKey, ctx)
  const { filters } = await withVisiblePayloads(ctx, flag)
  const payload = fieldsOf(filters).payloads?.true
  // Applications must not receive the mask as a value (FLAG-132).
  if (payload === REDACTED_PAYLOAD && mayReadPayloads(ctx)) throw undecryptablePayload(flag)
  return typeof payload === 'string' && payload !== '' ? payload : null
}

async function findByIdOrKey(tx: ReadTransaction, projectId: number, idOrKey: string): Promise<Flag | undefined> {
  if (!/^\d+$/.test(idOrKey)) return tx.flags.findLiveByKey(projectId, idOrKey)
  const id = Number(idOrKey)
  return Number.isSafeInteger(id) ? tx.flags.find(projectId, id) : undefined
}
