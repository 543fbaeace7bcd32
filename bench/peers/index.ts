import type { StartPeer } from './peer.ts'
import { startPostHogNode } from './posthog-node.ts'

/** The libraries that Flagdeck's evaluation is measured beside; each gets a file here. */
export const PEERS: readonly StartPeer[] = [startPostHogNode]
