import { databaseLocation } from './database-url.ts'
import { encryptionKeys } from './encryption-key.ts'
import { mailDomains, openIdClient, openIdIssuer } from './openid-settings.ts'
import { rateLimit } from './rate-limit.ts'
import { redisLocation, redisPrefix } from './redis-location.ts'
import type { Setting } from './setting.ts'
import { filePath, hostName, oneOf, onOff, origins, webUrl, wholeNumber } from './value-formats.ts'

const TEN_MINUTES_MS = 600_000

/**
 * Everything that can be set (SERVE-1). Parsing, `--help` and docs/settings.md follow from this table; the
 * order is theirs too.
 */
export const SETTINGS = {
  host: setting({
    env: 'HOST',
    ownEnv: 'FLAGDECK_HOST',
    format: hostName,
    default: '127.0.0.1',
    meaning: 'Address to listen on; 0.0.0.0 for every network',
  }),
  port: setting({
    env: 'PORT',
    ownEnv: 'FLAGDECK_PORT',
    format: wholeNumber(0, 65_535),
    default: '8000',
    meaning: 'Port to listen on; 0 for any free one',
  }),
  databaseUrl: setting({
    env: 'DATABASE_URL',
    format: databaseLocation,
    default: 'sqlite:./data/flagdeck.db',
    meaning: 'Where everything is kept: sqlite:PATH, sqlite::memory: or postgres://…',
    secret: true,
  }),
  redisUrl: setting({
    env: 'REDIS_URL',
    format: redisLocation,
    default: null,
    meaning: 'Makes several instances act as one: redis://…, redis+sentinel://… or redis+cluster://…; rediss with TLS',
    secret: true,
  }),
  redisPrefix: setting({
    env: 'FLAGDECK_REDIS_PREFIX',
    format: redisPrefix,
    default: 'flagdeck',
    meaning: 'What keys and channels in Redis begin with; installations that share a Redis need different ones',
  }),
  publicUrl: setting({
    env: 'PUBLIC_URL',
    format: webUrl,
    default: null,
    meaning:
      'Where clients reach the server, for links, redirects and the path of the session cookie; the proxy has to remove a path in it. Without it, the address of each request is used',
  }),
  trustProxy: setting({
    env: 'TRUST_PROXY',
    format: onOff,
    default: 'off',
    meaning: 'Believe the X-Forwarded headers of a proxy in front of the server',
  }),
  console: setting({
    env: 'FLAGDECK_CONSOLE',
    format: onOff,
    default: 'on',
    meaning: 'Serve the web console at /console/',
  }),
  posthogJs: setting({
    env: 'FLAGDECK_POSTHOG_JS',
    format: filePath,
    default: null,
    meaning: 'The folder of an installed posthog-js, for pages that load it by PostHog’s snippet',
  }),
  openidIssuer: setting({
    env: 'FLAGDECK_OPENID_ISSUER',
    format: openIdIssuer,
    default: null,
    meaning: 'The OpenID provider at which people sign in to the console, as it calls itself',
  }),
  openidClientId: setting({
    env: 'FLAGDECK_OPENID_CLIENT_ID',
    format: openIdClient,
    default: null,
    meaning: 'How that provider calls this server',
  }),
  openidClientSecret: setting({
    env: 'FLAGDECK_OPENID_CLIENT_SECRET',
    format: openIdClient,
    default: null,
    meaning: 'What this server shows to that provider',
    secret: true,
  }),
  openidAllowedDomains: setting({
    env: 'FLAGDECK_OPENID_ALLOWED_DOMAINS',
    format: mailDomains,
    default: null,
    meaning: 'Domains whose e-mail addresses, verified by that provider, make new members; all others are invited',
  }),
  openidTrustEmail: setting({
    env: 'FLAGDECK_OPENID_TRUST_EMAIL',
    format: onOff,
    default: 'off',
    meaning:
      'Treat e-mail addresses as verified when that provider does not say whether they are; whoever can enter the address of a member there then signs in as that member',
  }),
  bootstrap: setting({
    env: 'FLAGDECK_BOOTSTRAP',
    format: filePath,
    default: null,
    meaning: 'A bootstrap document; what it names and is missing is created at every start',
  }),
  encryptionKey: setting({
    env: 'FLAGDECK_ENCRYPTION_KEY',
    format: encryptionKeys,
    default: null,
    meaning:
      'Encrypts the payloads of flags that ask for it; make one with: openssl rand -base64 32. Of several, the first encrypts and all decrypt',
    secret: true,
  }),
  rateLimit: setting({
    env: 'FLAGDECK_RATE_LIMIT',
    format: rateLimit,
    default: '3000/minute',
    meaning: 'Requests that one personal API key may make; evaluation is not counted',
  }),
  evaluationRateLimit: setting({
    env: 'FLAGDECK_EVALUATION_RATE_LIMIT',
    format: rateLimit,
    default: 'off',
    meaning: 'Evaluations that one token or key may ask for; all pages and apps of a project share its public token',
  }),
  bodyMemoryBytes: setting({
    env: 'FLAGDECK_BODY_MEMORY_BYTES',
    format: wholeNumber(67_108_864, 68_719_476_736),
    default: '134217728',
    meaning: 'Memory for the bodies of all requests together, in bytes; who finds no room is answered 503',
  }),
  responseMemoryBytes: setting({
    env: 'FLAGDECK_RESPONSE_MEMORY_BYTES',
    format: wholeNumber(67_108_864, 68_719_476_736),
    default: '134217728',
    meaning: 'Memory for large responses that are built or not read yet, in bytes; beyond it they are answered 503',
  }),
  maxStreamsPerProject: setting({
    env: 'FLAGDECK_MAX_STREAMS_PER_PROJECT',
    format: wholeNumber(1, 1_000_000),
    default: '5000',
    meaning: 'Event streams of OFREP that a project may have open on one instance, and as many of definitions',
  }),
  maxFlagsPerProject: setting({
    env: 'FLAGDECK_MAX_FLAGS_PER_PROJECT',
    format: wholeNumber(1, 1_000_000),
    default: '2000',
    meaning: 'Flags that a project may have, deleted ones not counted',
  }),
  maxCohortsPerProject: setting({
    env: 'FLAGDECK_MAX_COHORTS_PER_PROJECT',
    format: wholeNumber(1, 1_000_000),
    default: '2000',
    meaning: 'Cohorts that a project may have, deleted ones not counted',
  }),
  maxDashboardsPerProject: setting({
    env: 'FLAGDECK_MAX_DASHBOARDS_PER_PROJECT',
    format: wholeNumber(1, 1_000_000),
    default: '1000',
    meaning: 'Dashboards that a project may have, deleted ones not counted',
  }),
  maxFiltersBytes: setting({
    env: 'FLAGDECK_MAX_FILTERS_BYTES',
    format: wholeNumber(1024, 16_777_216),
    default: '524288',
    meaning: "Size of one flag's filters as JSON, in bytes",
  }),
  maxProjectFiltersBytes: setting({
    env: 'FLAGDECK_MAX_PROJECT_FILTERS_BYTES',
    format: wholeNumber(1024, 1_073_741_824),
    default: '33554432',
    meaning:
      'Size of the filters, names and other texts of all flags and cohorts of a project, in bytes, 128 for each object and list and 32 for each of their parts beyond eight, deleted ones not counted; imports and dry runs on copies also take at most as much for dashboards and templates',
  }),
  maxProjectPersonsBytes: setting({
    env: 'FLAGDECK_MAX_PROJECT_PERSONS_BYTES',
    format: wholeNumber(1_048_576, 999_999_999_999),
    default: '1073741824',
    meaning: 'Bytes that one project stores about persons and groups; beyond it, events add no properties',
  }),
  usageFlushIntervalMs: setting({
    env: 'FLAGDECK_USAGE_FLUSH_INTERVAL_MS',
    format: wholeNumber(100, TEN_MINUTES_MS),
    default: '10000',
    meaning:
      'How often to write how much flags were called, in milliseconds; as much is lost when the process is killed',
  }),
  usageDays: setting({
    env: 'FLAGDECK_USAGE_DAYS',
    format: wholeNumber(1, 3660),
    default: '400',
    meaning: 'Days for which to remember how much flags were called on each',
  }),
  corsOrigins: setting({
    env: 'CORS_ORIGINS',
    format: origins,
    default: null,
    meaning: 'Origins whose pages may call the management API; SDK endpoints are open to all',
  }),
  logLevel: setting({
    env: 'LOG_LEVEL',
    format: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: 'info',
    meaning: 'How much to log',
  }),
  logFormat: setting({
    env: 'LOG_FORMAT',
    format: oneOf('auto', 'json', 'pretty'),
    default: 'auto',
    meaning: 'How to log; auto is pretty on a terminal and JSON lines elsewhere',
  }),
  metrics: setting({
    env: 'FLAGDECK_METRICS',
    format: oneOf('auto', 'on', 'off'),
    default: 'auto',
    meaning:
      'Serve /metrics; auto serves it when only this machine can reach the server, no proxy is on it, and Host is localhost or an IP address',
  }),
  headersTimeoutMs: setting({
    env: 'FLAGDECK_HEADERS_TIMEOUT_MS',
    format: wholeNumber(100, TEN_MINUTES_MS),
    default: '15000',
    meaning: 'Until the headers of a request must have come, in milliseconds',
  }),
  requestTimeoutMs: setting({
    env: 'FLAGDECK_REQUEST_TIMEOUT_MS',
    format: wholeNumber(100, TEN_MINUTES_MS),
    default: '30000',
    meaning: 'Until a whole request must have come, in milliseconds',
  }),
  drainDelayMs: setting({
    env: 'FLAGDECK_DRAIN_DELAY_MS',
    format: wholeNumber(0, TEN_MINUTES_MS),
    default: '0',
    meaning: 'How long to go on serving after a signal to stop, while /_readyz says no, in milliseconds',
  }),
  shutdownTimeoutMs: setting({
    env: 'SHUTDOWN_TIMEOUT_MS',
    format: wholeNumber(100, TEN_MINUTES_MS),
    default: '10000',
    meaning: 'How long a stop may take before what is left is cut off, in milliseconds',
  }),
} as const satisfies Readonly<Record<string, Setting>>

export type SettingKey = keyof typeof SETTINGS

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[] // of an object literal without other keys

type ValueOf<S> = S extends Setting<infer Value, infer Default> ? (null extends Default ? Value | null : Value) : never

/** The settings of a server, checked. */
export type Settings = { readonly [Key in SettingKey]: ValueOf<(typeof SETTINGS)[Key]> }

/** Where a settings file lies is asked before any other setting is known. */
export const CONFIG_FILE = {
  env: 'FLAGDECK_CONFIG',
  flag: '--config',
  placeholder: 'path',
  meaning: 'A JSON file with settings; flags and the environment win over it',
} as const

function setting<Value, const Default extends string | null>(
  described: Setting<Value, Default>,
): Setting<Value, Default> {
  return described
}
