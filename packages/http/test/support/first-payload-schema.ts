// Runs in a separate thread, and measures how long the first flag with a payload schema delays other requests.
import { parentPort } from 'node:worker_threads'
import { createFlagdeck, memoryStore } from '@flagdeck/core'
import { measureBestTurns } from './longest-turn.ts'

const deck = await createFlagdeck({ store: memoryStore() })
const { flags } = await deck.project()
// Warms up what every first flag needs, which is not measured here.
await flags.create({ key: 'without' })
const turns = await measureBestTurns(0, () => flags.create({ key: 'with', payloadSchema: { type: 'object' } }), 1)
await deck.close()
parentPort?.postMessage(turns)
