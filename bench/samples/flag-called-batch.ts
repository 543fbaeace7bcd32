import { type BenchRequest, NUMBER } from '../load/bench-request.ts'
import { projectToken } from './credentials.ts'

/** The maximum that posthog-node sends together. */
export const EVENTS_PER_BATCH = 100

const FLAGS = 5

/** Returns a batch like that of posthog-node with local evaluation, with other users and other UUIDs every time. */
export function flagCalledBatch(flagKey: (index: number) => string): BenchRequest {
  const batch = Array.from({ length: EVENTS_PER_BATCH }, (_, index) => flagCalled(index, flagKey(index % FLAGS)))
  return {
    method: 'POST',
    path: '/batch/',
    headers: { 'user-agent': 'posthog-node/5.70.0' },
    body: JSON.stringify({ api_key: projectToken(1), batch, sent_at: new Date().toISOString() }),
  }
}

function flagCalled(index: number, flagKey: string) {
  const own = String(index).padStart(3, '0')
  return {
    distinct_id: `user-${NUMBER}-${own}`,
    event: '$feature_flag_called',
    properties: {
      $feature_flag: flagKey,
      $feature_flag_response: index % 2 === 0,
      $feature_flag_has_experiment: false,
      $feature_flag_id: index,
      $feature_flag_version: 3,
      $feature_flag_reason: 'Evaluated locally',
      locally_evaluated: true,
      $process_person_profile: false,
      $lib: 'posthog-node',
      $lib_version: '5.70.0',
      $is_server: true,
    },
    type: 'capture',
    library: 'posthog-node',
    library_version: '5.70.0',
    timestamp: new Date().toISOString(),
    uuid: `0192f0e2-6e5c-7${own}-9d4a-0000${NUMBER}`,
  }
}
