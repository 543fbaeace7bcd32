import type { PersonalApiKey, Timestamp } from '@flagdeck/core'
import type { Settings } from '../../settings/settings.ts'
import type { CommandOutput } from '../command-output.ts'
import { findUser } from '../find-user.ts'
import { textTable } from '../text-table.ts'
import { requireDatabase, withDeckAsItIs } from '../with-deck.ts'
import { keyData } from './key-data.ts'

/** `flagdeck key list`: lists the personal API keys of a user, without their values. */
export async function listKeys(
  { email }: { readonly email: string },
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
): Promise<CommandOutput> {
  requireDatabase(databaseUrl)
  const keys = await withDeckAsItIs(databaseUrl, ({ context }) =>
    context.store.read(async (tx) => tx.personalApiKeys.list((await findUser(tx, email)).id)),
  )
  return { data: keys.map(keyData), text: keys.length === 0 ? `${email} has no keys.` : keyTable(keys) }
}

function keyTable(keys: readonly PersonalApiKey[]): string {
  const rows = keys.map((key) => [
    key.id,
    key.label,
    key.maskValue,
    key.scopes.join(','),
    key.scopedProjectIds?.join(',') ?? 'all',
    day(key.createdAt),
    key.expiresAt ? day(key.expiresAt) : 'never',
    key.lastUsedAt ? day(key.lastUsedAt) : 'never',
  ])
  return textTable([['ID', 'LABEL', 'KEY', 'SCOPES', 'PROJECTS', 'CREATED', 'EXPIRES', 'LAST USED'], ...rows])
}

function day(timestamp: Timestamp): string {
  return timestamp.slice(0, 10)
}
