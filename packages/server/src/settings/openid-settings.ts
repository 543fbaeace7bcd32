import * as z from 'zod'
import { isLoopback } from './is-loopback.ts'
import { fileKey, type ValueFormat } from './setting.ts'
import type { Settings } from './settings.ts'
import { type SettingSource, SettingsProblem } from './settings-problem.ts'

/** The issuer, unchanged: signed tokens are compared with it character by character. */
export const openIdIssuer: ValueFormat<string> = {
  placeholder: 'url',
  allowed: 'an https URL without a query, such as https://id.example.com; http is allowed only for this machine',
  schema: z.string().refine(isIssuer),
}

/** A value in requests to the provider. */
export const openIdClient: ValueFormat<string> = {
  placeholder: 'text',
  allowed: 'the value from the provider',
  schema: z.string().trim().min(1),
}

/** Domains of e-mail addresses, in lower case. */
export const mailDomains: ValueFormat<readonly string[]> = {
  placeholder: 'domains',
  allowed: 'one or more domains such as example.com, separated by commas',
  schema: z
    .string()
    .transform((text) => text.split(',').map((domain) => domain.trim().toLowerCase()))
    .pipe(z.array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/))),
}

function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return false
  // The URL of the discovery document is not the issuer.
  if (url.pathname.includes('/.well-known/')) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname.replace(/^\[|\]$/g, '')))
}

type OpenIdKey = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number]

/** Required settings of a provider: all or none are set. */
const REQUIRED = ['openidIssuer', 'openidClientId', 'openidClientSecret'] as const

/** Optional settings of a provider. */
const OPTIONAL = ['openidAllowedDomains', 'openidTrustEmail'] as const

/** A provider for signing in. */
export interface OpenIdSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly allowedDomains: readonly string[]
  readonly trustsUnmarkedEmail: boolean
}

/** Returns the configured provider; null if there is none. */
export function openIdOf(settings: Pick<Settings, OpenIdKey>): OpenIdSettings | null {
  const { openidIssuer: issuer, openidClientId: clientId, openidClientSecret: clientSecret } = settings
  if (issuer === null || clientId === null || clientSecret === null) return null
  const { openidAllowedDomains, openidTrustEmail: trustsUnmarkedEmail } = settings
  return { issuer, clientId, clientSecret, allowedDomains: openidAllowedDomains ?? [], trustsUnmarkedEmail }
}

/** @throws SettingsProblem if only some of the required settings are set */
export function refuseHalfSetOpenId({ settings, sources }: PartlyRead): void {
  const isSet = (key: OpenIdKey) => (settings[key] ?? false) !== false
  const given = [...REQUIRED, ...OPTIONAL].find(isSet)
  const missing = REQUIRED.filter((key) => !isSet(key)).map(nameOf)
  if (given === undefined || missing.length === 0) return
  throw new SettingsProblem(
    sources[given] ?? 'default',
    `${nameOf(given)} is set without ${missing.join(' and ')}: OpenID Connect needs all of ${REQUIRED.map(nameOf).join(', ')}.`,
  )
}

/** Commands read only the settings that they need. */
interface PartlyRead {
  readonly settings: Partial<Pick<Settings, OpenIdKey>>
  readonly sources: Partial<Record<OpenIdKey, SettingSource>>
}

function nameOf(key: OpenIdKey): string {
  return `FLAGDECK_${fileKey(key).toUpperCase()}`
}
