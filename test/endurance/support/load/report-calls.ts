import { randomInt, randomUUID } from 'node:crypto'
import type { Activity } from './activity.ts'

const EVENTS = 20

/** Reports calls like SDKs, each batch to two instances, as after a lost response. */
export const reportCalls: Activity = (traffic) => async () => {
  const newEvent = () => ({
    event: '$feature_flag_called',
    distinct_id: `user-${randomInt(100_000)}`,
    uuid: randomUUID(),
    properties: { $feature_flag: `shared-${randomInt(4)}`, $feature_flag_response: true },
  })
  const body = { api_key: traffic.projectToken, batch: Array.from({ length: EVENTS }, newEvent) }
  for (const path of ['/batch/', '/e/']) await traffic.send({ path, body, expected: [200] })
}
