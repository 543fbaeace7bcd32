import type { PersonalApiKey } from '../../../data/records/personal-api-key.ts'
import type { Transaction } from '../../../data/store.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import type { Context } from '../../../runtime/context.ts'

/** Deletes a key for good: a bootstrap document that still has its value does not bring it back (BOOT-10). */
export async function deleteKey(tx: Transaction, ctx: Pick<Context, 'clock'>, key: PersonalApiKey): Promise<void> {
  await tx.personalApiKeys.delete(key.user.id, key.id)
  await retire(tx, ctx, key)
}

/** Remembers that the value which a key had opens nothing from now on, whoever names it. */
export async function retire(
  tx: Transaction,
  { clock }: Pick<Context, 'clock'>,
  { secureValue }: Pick<PersonalApiKey, 'secureValue'>,
): Promise<void> {
  await tx.personalApiKeys.retire(secureValue, timestampOf(clock()))
}
