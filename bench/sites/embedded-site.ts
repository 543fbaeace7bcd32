import { createFlagdeck, type EmbeddedFlags } from '@flagdeck/core'
import { flagdeckApplication } from '@flagdeck/http'
import { serve } from '@flagdeck/http-node'
import { postgresStore } from '@flagdeck/store-postgres'
import type { Site } from './site.ts'

/** An application that embeds Flagdeck, evaluates in its process, and also serves the API. */
export interface EmbeddedSite extends Site {
  readonly flags: EmbeddedFlags
}

export async function startEmbeddedSite(databaseUrl: string): Promise<EmbeddedSite> {
  const deck = await createFlagdeck({ store: postgresStore(databaseUrl) })
  const { flags } = await deck.project()
  const server = await serve(flagdeckApplication(deck.context), { port: 0 })
  return {
    flags,
    port: server.port,
    async close() {
      await server.close({ timeoutMs: 0 })
      await deck.close()
    },
  }
}
