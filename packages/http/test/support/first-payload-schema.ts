// Run by a thread of its own: how long others wait for the first flag with a payload schema in it.
import { parentPort } from 'node:worker_threads'
import { createFlagdeck, memoryStore } from '@flagdeck/core'
import { measureBestTurns } from './longest-turn.ts'

const deck = await createFlagdeck({ store: memoryStore() })
const { flags } = await deck.project()
// What every flag needs the first time is not what this is about.
await flags.create({ key: 'without' })
const turns = await measureBestTurns(0, () => flags.create({ key: 'with', payloadSchema: { type: 'object' } }), 1)
await deck.close()
parentPort?.postMessage(turns)
