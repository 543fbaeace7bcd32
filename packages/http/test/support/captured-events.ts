import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@flagdeck/core'
import { countedUsage } from './counted-usage.ts'
import type { NewWorld } from './world.ts'

/** A `$feature_flag_called` event, as posthog-node sends it. */
export function called(flag: string, distinct_id: string, properties: JsonObject = {}, more: JsonObject = {}) {
  return {
    event: '$feature_flag_called',
    distinct_id,
    uuid: randomUUID(),
    properties: { $feature_flag: flag, $feature_flag_response: true, $lib: 'posthog-node', ...properties },
    ...more,
  }
}

/** A world with the flag `f`, and a way to send its events. */
export async function worldWithFlag(newWorld: NewWorld) {
  const world = await newWorld()
  await world.newFlag({ key: 'f' })
  const token = world.project.apiToken
  const send = (events: readonly JsonObject[], more: JsonObject = {}, path = '/batch/') =>
    world.anonymous.post(path, { api_key: token, batch: events, ...more })
  const count = async () => (await countedUsage(world, { by: [] }))[0]?.count ?? 0
  const properties = async (distinctId: string) => {
    const person = await world.api.deck.context.store.read((tx) => tx.persons.find(world.project.id, distinctId))
    return person?.properties
  }
  return { ...world, token, send, count, properties }
}
