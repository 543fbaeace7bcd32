import type { Settings } from '../settings/settings.ts'
import type { CommandOutput } from './command-output.ts'
import { requireDatabase, withDeck } from './with-deck.ts'

export interface RotateFlags {
  readonly abandonUnreadable?: boolean
}

/** `flagdeck rotate-encryption-key`: re-encrypts all encrypted payloads with the first configured key (FLAG-134). */
export async function rotateKey(
  { abandonUnreadable }: RotateFlags,
  { databaseUrl, encryptionKey }: Pick<Settings, 'databaseUrl' | 'encryptionKey'>,
): Promise<CommandOutput> {
  requireDatabase(databaseUrl)
  const { rotated, unreadable } = await withDeck(
    databaseUrl,
    (deck) => deck.rotateEncryptionKey({ abandonUnreadable }),
    { encryptionKey, patient: true },
  )
  const lines = [
    `Encrypted the payloads of ${rotated} ${rotated === 1 ? 'flag' : 'flags'} with the first key.`,
    ...unreadable.map(
      ({ projectId, key }) =>
        `The payloads of ${key} in project ${projectId} cannot be decrypted with any key and stay unreadable.`,
    ),
    ...((encryptionKey?.length ?? 0) > 1
      ? ['The other keys are no longer needed: keep only the first key and restart every server.']
      : []),
  ]
  return {
    data: { rotated, unreadable: unreadable.map(({ projectId, key }) => ({ project: projectId, key })) },
    text: lines.join('\n'),
  }
}
