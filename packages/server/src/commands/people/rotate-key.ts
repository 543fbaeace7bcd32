import { keys } from '@flagdeck/core/operations'
import type { Settings } from '../../settings/settings.ts'
import type { CommandOutput } from '../command-output.ts'
import { keyData } from './key-data.ts'
import { onKeyOf } from './on-key-of.ts'

/** `flagdeck key rotate`: replaces the value of a personal API key and prints it once. */
export async function rotateKey(
  id: string,
  { email }: { readonly email: string },
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
): Promise<CommandOutput> {
  const { key, value } = await onKeyOf({ email, id }, databaseUrl, (context, user) => keys.rotateKey(context, id, user))
  return {
    data: { ...keyData(key), value },
    text: `${value}\n\nThis key is shown only once. Running servers reject the old one within five seconds.`,
  }
}
