import { keys } from '@flagdeck/core/operations'
import type { Settings } from '../../settings/settings.ts'
import type { CommandOutput } from '../command-output.ts'
import { keyData } from './key-data.ts'
import { onKeyOf } from './on-key-of.ts'

/** `flagdeck key rotate`: gives a personal API key another value and shows it, this once. */
export async function rotateKey(
  id: string,
  { email }: { readonly email: string },
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
): Promise<CommandOutput> {
  const { key, value } = await onKeyOf({ email, id }, databaseUrl, (context, user) => keys.rotateKey(context, id, user))
  return {
    data: { ...keyData(key), value },
    text: `${value}\n\nThis is the only time that the key is shown. Running servers refuse the old one within five seconds.`,
  }
}
