import { keys } from '@flagdeck/core/operations'
import type { Settings } from '../../settings/settings.ts'
import type { CommandOutput } from '../command-output.ts'
import { onKeyOf } from './on-key-of.ts'

/** `flagdeck key revoke`: revokes a personal API key. */
export async function revokeKey(
  id: string,
  { email }: { readonly email: string },
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
): Promise<CommandOutput> {
  await onKeyOf({ email, id }, databaseUrl, (context, user) => keys.revokeKey(context, id, user))
  return { data: { id, revoked: true }, text: 'Revoked. Running servers reject the key within five seconds.' }
}
