/** Correct uses of the flags of `fillWithFlags` in every client. */
export const RIGHT_USES = `
import type { EmbeddedFlags } from '@flagdeck/core'
import type { Client } from '@openfeature/server-sdk'
import type { Client as WebClient } from '@openfeature/web-sdk'
import type { PostHog as PostHogJs } from 'posthog-js'
import type { PostHog } from 'posthog-node'
import { type KeysOf, typedOpenFeature, typedPostHog } from './flags.ts'

const ada = { distinctId: 'ada' }

export function embedded(flags: EmbeddedFlags) {
  const on: boolean = flags.isEnabled('new-checkout', ada)
  const pages: 'one' | 'three' | false = flags.variant('pages', ada)
  const uploads: number | undefined = flags.payload('limits', ada)?.uploads
  const n: number | undefined = flags.payload('pages', ada)?.n
  flags.explain('pages', ada)
  flags.evaluate('pages', ada)
  return [on, pages, uploads, n]
}

export async function node(plain: PostHog) {
  const posthog = typedPostHog(plain)
  const on: boolean | undefined = await posthog.isFeatureEnabled('new-checkout', 'ada')
  const pages: 'one' | 'three' | false | undefined = await posthog.getFeatureFlag('pages', 'ada')
  const uploads: number | undefined = (await posthog.getFeatureFlagPayload('limits', 'ada'))?.uploads
  const evaluated = await posthog.evaluateFlags('ada', { flagKeys: ['pages'] })
  const whether: boolean = evaluated.isEnabled('new-checkout')
  const again: 'one' | 'three' | false | undefined = evaluated.getFlag('pages')
  const payload: number | undefined = evaluated.getFlagPayload('pages')?.n
  const result = await posthog.getFeatureFlagResult('limits', 'ada')
  const more: number | undefined = result?.payload?.uploads
  posthog.capture({ distinctId: 'ada', event: 'x' })
  return [on, pages, uploads, whether, again, payload, more]
}

export function browser(plain: PostHogJs) {
  const posthog = typedPostHog(plain)
  const on: boolean | undefined = posthog.isFeatureEnabled('new-checkout')
  const pages: 'one' | 'three' | false | undefined = posthog.getFeatureFlag('pages')
  const uploads: number | undefined = posthog.getFeatureFlagPayload('limits')?.uploads
  posthog.capture('x')
  return [on, pages, uploads]
}

export async function openFeature(plain: Client, web: WebClient) {
  const client = typedOpenFeature(plain)
  const on: boolean = await client.getBooleanValue('new-checkout', false)
  const pages: 'one' | 'three' = await client.getStringValue('pages', 'three', { targetingKey: 'ada' })
  const details = await client.getStringDetails('pages', 'three')
  const same: 'one' | 'three' = details.value
  const reason: string | undefined = details.reason
  const limits: { uploads: number } = await client.getObjectValue('limits', { uploads: 5 })
  const rate: number = await client.getNumberValue('rate', 1)
  const there: 'one' | 'three' = typedOpenFeature(web).getStringValue('pages', 'one')
  const key: KeysOf<boolean> = 'new-checkout'
  client.addHooks()
  return [on, pages, same, reason, limits, rate, there, key]
}
`

/** Declarations that the wrong uses need. */
export const BEFORE_WRONG_USES = `
import type { EmbeddedFlags } from '@flagdeck/core'
import type { Client } from '@openfeature/server-sdk'
import type { PostHog as PostHogJs } from 'posthog-js'
import type { PostHog } from 'posthog-node'
import { type FlagKey, typedOpenFeature, typedPostHog } from './flags.ts'

declare const flags: EmbeddedFlags, node: PostHog, js: PostHogJs, open: Client
const [typedNode, typedJs, typedOpen, ada] = [typedPostHog(node), typedPostHog(js), typedOpenFeature(open), { distinctId: 'ada' }]
declare function takeKey(key: FlagKey): void
const evaluated = await typedNode.evaluateFlags('ada')
`

/** Each use is one line with a key, a variant, a payload or a type that the flags do not have. */
export const WRONG_USES = [
  "flags.isEnabled('no-such-flag', ada)",
  "flags.variant('no-such-flag', ada)",
  "flags.payload('no-such-flag', ada)",
  "flags.evaluate('no-such-flag', ada)",
  "flags.explain('no-such-flag', ada)",
  "flags.variant('pages', ada) === 'two'",
  "flags.payload('limits', ada)?.downloads",
  "typedNode.isFeatureEnabled('no-such-flag', 'ada')",
  "typedNode.getFeatureFlag('no-such-flag', 'ada')",
  "typedNode.getFeatureFlagPayload('no-such-flag', 'ada')",
  "typedNode.getFeatureFlagResult('no-such-flag', 'ada')",
  "typedNode.evaluateFlags('ada', { flagKeys: ['no-such-flag'] })",
  "evaluated.isEnabled('no-such-flag')",
  "evaluated.getFlag('no-such-flag')",
  "evaluated.getFlagPayload('limits')?.downloads",
  "typedJs.isFeatureEnabled('no-such-flag')",
  "typedJs.getFeatureFlag('no-such-flag')",
  "typedJs.getFeatureFlagPayload('limits')?.downloads",
  "typedOpen.getBooleanValue('no-such-flag', false)",
  "typedOpen.getBooleanValue('pages', false)",
  "typedOpen.getStringValue('pages', 'two')",
  "typedOpen.getObjectValue('limits', { downloads: 1 })",
  "typedOpen.getNumberDetails('new-checkout', 1)",
  "takeKey('no-such-flag')",
]
