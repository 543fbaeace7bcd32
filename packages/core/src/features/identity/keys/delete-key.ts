import type { PersonalApiKey } from '../../../data/records/personal-api-key.ts'
import type { Transaction } from '../../../data/store.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import type { Context } from '../../../runtime/context.ts'

/** Deletes a key permanently: a bootstrap document that still contains its value does not restore it (BOOT-10). */
export async function deleteKey(tx: Transaction, ctx: Pick<Context, 'clock'>, key: PersonalApiKey): Promise<void> {
  await tx.personalApiKeys.delete(key.user.id, key.id)
  await retire(tx, ctx, key)
}

/** Retires the value of a key permanently, for all sources. */
export async function retire(
  tx: Transaction,
  { clock }: Pick<Context, 'clock'>,
  { secureValue }: Pick<PersonalApiKey, 'secureValue'>,
): Promise<void> {
  await tx.personalApiKeys.retire(secureValue, timestampOf(clock()))
}
