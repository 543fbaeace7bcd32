import { applyDocument } from '../bootstrap/apply-document.ts'
import { readBootstrap } from '../bootstrap/read-bootstrap.ts'
import { retiredKeysSentence } from '../bootstrap/retired-keys.ts'
import { limitsOf } from '../settings/limits-of.ts'
import type { CommandOutput } from './command-output.ts'
import type { ChangingSettings } from './command-settings.ts'
import { withDeck } from './with-deck.ts'

/** `flagdeck bootstrap FILE`: creates what the document lists and the database lacks. */
export async function bootstrap(file: string, settings: ChangingSettings): Promise<CommandOutput> {
  const limits = limitsOf(settings)
  const { document, bootstrap: read } = readBootstrap(file, limits)
  const options = { limits, encryptionKey: settings.encryptionKey }
  const applied = await withDeck(settings.databaseUrl, ({ context }) => applyDocument(context, file, document), options)
  const organizations = read.organizations.map((organization) => organization.name)
  const retired = retiredKeysSentence(file, applied)
  const text = `Applied ${file} (organizations: ${organizations.join(', ')}).`
  return {
    data: { file, organizations, retired_keys: applied.retiredKeys },
    text: retired ? `${text}\n${retired}` : text,
  }
}
