import * as z from 'zod'
import { isLoopback } from './is-loopback.ts'
import { fileKey, type ValueFormat } from './setting.ts'
import type { Settings } from './settings.ts'
import { type SettingSource, SettingsProblem } from './settings-problem.ts'

/** The provider as it calls itself: taken to the letter, since what it signs is compared with it. */
export const openIdIssuer: ValueFormat<string> = {
  placeholder: 'url',
  allowed: 'an https URL without query, such as https://id.example.com; http on this machine alone',
  schema: z.string().refine(isIssuer),
}

/** What may stand in a request to the provider. */
export const openIdClient: ValueFormat<string> = {
  placeholder: 'text',
  allowed: 'the text that the provider gave you',
  schema: z.string().trim().min(1),
}

/** What stands behind the @ of addresses, in lower case. */
export const mailDomains: ValueFormat<readonly string[]> = {
  placeholder: 'domains',
  allowed: 'domains such as example.com separated by commas',
  schema: z
    .string()
    .transform((text) => text.split(',').map((domain) => domain.trim().toLowerCase()))
    .pipe(z.array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/))),
}

function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return false
  // Its document is no issuer, and would not be compared with one.
  if (url.pathname.includes('/.well-known/')) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname.replace(/^\[|\]$/g, '')))
}

type OpenIdKey = (typeof TOGETHER)[number] | (typeof BESIDE)[number]

/** What names a provider: all of it, or nothing. */
const TOGETHER = ['openidIssuer', 'openidClientId', 'openidClientSecret'] as const

/** What says more about it. */
const BESIDE = ['openidAllowedDomains', 'openidTrustEmail'] as const

/** How people sign in at a provider. */
export interface OpenIdSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly allowedDomains: readonly string[]
  readonly trustsUnmarkedEmail: boolean
}

/** The provider that is set up; null: none. */
export function openIdOf(settings: Pick<Settings, OpenIdKey>): OpenIdSettings | null {
  const { openidIssuer: issuer, openidClientId: clientId, openidClientSecret: clientSecret } = settings
  if (issuer === null || clientId === null || clientSecret === null) return null
  const { openidAllowedDomains, openidTrustEmail: trustsUnmarkedEmail } = settings
  return { issuer, clientId, clientSecret, allowedDomains: openidAllowedDomains ?? [], trustsUnmarkedEmail }
}

/** @throws SettingsProblem when a part of what names a provider is set, and the rest is not */
export function refuseHalfSetOpenId({ settings, sources }: PartlyRead): void {
  const isSet = (key: OpenIdKey) => (settings[key] ?? false) !== false
  const given = [...TOGETHER, ...BESIDE].find(isSet)
  const missing = TOGETHER.filter((key) => !isSet(key)).map(nameOf)
  if (given === undefined || missing.length === 0) return
  throw new SettingsProblem(
    sources[given] ?? 'default',
    `${nameOf(given)} is set without ${missing.join(' and ')}: OpenID Connect needs all of ${TOGETHER.map(nameOf).join(', ')}.`,
  )
}

/** Commands ask for the settings that they need. */
interface PartlyRead {
  readonly settings: Partial<Pick<Settings, OpenIdKey>>
  readonly sources: Partial<Record<OpenIdKey, SettingSource>>
}

function nameOf(key: OpenIdKey): string {
  return `FLAGDECK_${fileKey(key).toUpperCase()}`
}
