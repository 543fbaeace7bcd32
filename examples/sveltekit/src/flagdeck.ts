import { createFlagdeck } from '@flagdeck/core'
import { type FetchHandler, fetchHandler, flagdeckApplication } from '@flagdeck/http'
import { sqliteStore } from '@flagdeck/store-sqlite'

// Vite loads modules again during development, and each load must find the same deck.
const shared = globalThis as typeof globalThis & { flagdeck?: Promise<FetchHandler> | undefined }

export function flagdeck(): Promise<FetchHandler> {
  shared.flagdeck ??= openFlagdeck().catch((error) => {
    shared.flagdeck = undefined
    throw error
  })
  return shared.flagdeck
}

async function openFlagdeck(): Promise<FetchHandler> {
  const deck = await createFlagdeck({ store: sqliteStore('flags.db') })
  // The Node adapter emits this when its server has stopped.
  process.once('sveltekit:shutdown', () => deck.close())
  // Nothing once there is a member, so it may stay here.
  const first = await deck.createFirstKey()
  if (first) console.log(`Key ${first.personalApiKey}, public token ${first.project.apiToken}`)
  return fetchHandler(flagdeckApplication(deck.context, { basePath: '/flags-api' }))
}
