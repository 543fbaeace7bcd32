import type { Settings } from '../settings/settings.ts'
import { withStore } from '../with-store.ts'
import type { CommandOutput } from './command-output.ts'

/** `flagdeck migrate`: runs pending migrations without starting the server. */
export async function migrate({ databaseUrl }: Pick<Settings, 'databaseUrl'>): Promise<CommandOutput> {
  const { applied } = await withStore(databaseUrl, (store) => store.migrate())
  return {
    data: { applied },
    text: applied.length === 0 ? 'The database is up to date.' : applied.map((name) => `Applied ${name}.`).join('\n'),
  }
}
