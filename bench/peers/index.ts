import { flagdCore } from './flagd-core.ts'
import { growthBook } from './growthbook.ts'
import { launchDarkly } from './launchdarkly.ts'
import type { Peer } from './peer.ts'
import { postHogNode } from './posthog-node.ts'
import { unleashClient } from './unleash-client.ts'

export { flagdeck } from './flagdeck.ts'

/** The libraries with which Flagdeck's evaluation is compared; each has a file here. */
export const PEERS: readonly Peer[] = [postHogNode, flagdCore, launchDarkly, growthBook, unleashClient]
