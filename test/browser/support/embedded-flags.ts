import { createFlagdeck, type EmbeddedFlags, type FlagFilters, memoryStore } from '@flagdeck/core'
import type { FlagBody } from './flag-service.ts'

/** The same flags inside this process, to compare a browser's answers with. */
export async function embeddedFlags(bodies: readonly FlagBody[]): Promise<EmbeddedFlags> {
  const deck = await createFlagdeck({ store: memoryStore() })
  try {
    const { flags } = await deck.project()
    // The API takes filters as they are; `create` checks them.
    for (const { key, filters } of bodies) await flags.create({ key, filters: filters as FlagFilters })
    return flags
  } finally {
    await deck.close()
  }
}
