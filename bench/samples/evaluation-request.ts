import { type BenchRequest, NUMBER } from '../load/bench-request.ts'
import { projectToken } from './credentials.ts'

/** A request like that of posthog-node, with all properties that the flags read, for another subject every time. */
export const EVALUATION_REQUEST = evaluationRequest()

/** Returns the same request for some of many flags. */
export function evaluationRequest(flagKeys?: readonly string[]): BenchRequest {
  return {
    method: 'POST',
    path: '/flags/?v=2',
    headers: { 'user-agent': 'posthog-node/5.70.0' },
    body: JSON.stringify({
      token: projectToken(1),
      distinct_id: `user-${NUMBER}`,
      groups: {},
      person_properties: { plan: 'pro', email: `user-${NUMBER}@example.test`, country: 'AT' },
      group_properties: {},
      geoip_disable: true,
      evaluation_runtime: 'server',
      flag_keys_to_evaluate: flagKeys,
    }),
  }
}
