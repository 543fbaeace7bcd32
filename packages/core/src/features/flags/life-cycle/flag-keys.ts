import type { Flag } from '../../../data/records/flag.ts'
import { refusal, refuseIfAny } from '../../../foundation/validation/refuse.ts'
import { violation } from '../../../foundation/validation/violation.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { chosenFlags, sentIds } from './flag-choice.ts'

/** The keys of some flags. */
export interface FlagKeys {
  /** The keys by id; deleted and unknown flags are omitted. */
  readonly keys: ReadonlyMap<number, string>
  /** The sent values that are not ids. */
  readonly malformed: readonly unknown[]
}

/** Returns the keys of flags by their ids (FLAG-105). */
export async function flagKeys(ctx: ProjectContext, sent: readonly unknown[]): Promise<FlagKeys> {
  authorize(ctx.actor, 'feature_flag:read')
  if (sent.length === 0) refuseIfAny([violation('ids', 'required', 'This field is required.')])
  const { ids, malformed } = sentIds(sent)
  if (ids.length === 0 && malformed.length > 0) throw refusal('Invalid flag IDs provided')
  const query = { ids, order: { field: 'id', descending: false } } as const
  const keyed = ({ id, key }: Flag) => [id, key] as const
  const keys = ids.length === 0 ? [] : await ctx.store.read((tx) => chosenFlags(tx, ctx, query, keyed))
  return { keys: new Map(keys), malformed }
}
