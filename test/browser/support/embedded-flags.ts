import { createFlagdeck, type EmbeddedFlags, type FlagFilters, memoryStore } from '@flagdeck/core'
import type { FlagBody } from './flag-service.ts'

/** Creates the same flags in this process, to compare their results with those in a browser. */
export async function embeddedFlags(bodies: readonly FlagBody[]): Promise<EmbeddedFlags> {
  const deck = await createFlagdeck({ store: memoryStore() })
  try {
    const { flags } = await deck.project()
    // The type of the API has raw filters; `create` validates them.
    for (const { key, filters } of bodies) await flags.create({ key, filters: filters as FlagFilters })
    return flags
  } finally {
    await deck.close()
  }
}
