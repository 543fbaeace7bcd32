import { databaseLocation } from './database-url.ts'
import { encryptionKeys } from './encryption-key.ts'
import { mailDomains, openIdClient, openIdIssuer } from './openid-settings.ts'
import { rateLimit } from './rate-limit.ts'
import { redisLocation, redisPrefix } from './redis-location.ts'
import type { Setting } from './setting.ts'
import { filePath, folderPath, hostName, oneOf, onOff, origins, webUrl, wholeNumber } from './value-formats.ts'

const TEN_MINUTES_MS = 600_000

/**
 * All settings (SERVE-1). Parsing, `--help` and docs/settings.md are derived from this table, in this order.
 */
export const SETTINGS = {
  host: setting({
    env: 'HOST',
    ownEnv: 'FLAGDECK_HOST',
    format: hostName,
    default: '127.0.0.1',
    meaning: 'Address to listen on; 0.0.0.0 for all interfaces',
  }),
  port: setting({
    env: 'PORT',
    ownEnv: 'FLAGDECK_PORT',
    format: wholeNumber(0, 65_535),
    default: '8000',
    meaning: 'Port to listen on; 0 for any free port',
  }),
  databaseUrl: setting({
    env: 'DATABASE_URL',
    format: databaseLocation,
    default: 'sqlite:./data/flagdeck.db',
    meaning: 'Database URL: sqlite:PATH, sqlite::memory: or postgres://…',
    secret: true,
  }),
  redisUrl: setting({
    env: 'REDIS_URL',
    format: redisLocation,
    default: null,
    meaning:
      'Redis URL, to coordinate several instances: redis://…, redis+sentinel://… or redis+cluster://…; rediss for TLS',
    secret: true,
  }),
  redisPrefix: setting({
    env: 'FLAGDECK_REDIS_PREFIX',
    format: redisPrefix,
    default: 'flagdeck',
    meaning: 'Prefix of keys and channels in Redis; installations that share a Redis server need different prefixes',
  }),
  publicUrl: setting({
    env: 'PUBLIC_URL',
    format: webUrl,
    default: null,
    meaning:
      'Public URL of the server, for links, redirects and the path of the session cookie; if it has a path, the proxy must remove that path; if not set, the server uses the address of each request',
  }),
  trustProxy: setting({
    env: 'TRUST_PROXY',
    format: onOff,
    default: 'off',
    meaning: 'Trust the X-Forwarded headers of a proxy in front of the server',
  }),
  console: setting({
    env: 'FLAGDECK_CONSOLE',
    format: onOff,
    default: 'on',
    meaning: 'Serve the web console at /console/',
  }),
  posthogJs: setting({
    env: 'FLAGDECK_POSTHOG_JS',
    format: folderPath,
    default: null,
    meaning: 'Folder of an installed posthog-js package, to serve to pages that load it with the PostHog snippet',
  }),
  openidIssuer: setting({
    env: 'FLAGDECK_OPENID_ISSUER',
    format: openIdIssuer,
    default: null,
    meaning: 'Issuer URL of the OpenID provider for console sign-in',
  }),
  openidClientId: setting({
    env: 'FLAGDECK_OPENID_CLIENT_ID',
    format: openIdClient,
    default: null,
    meaning: 'OpenID client ID',
  }),
  openidClientSecret: setting({
    env: 'FLAGDECK_OPENID_CLIENT_SECRET',
    format: openIdClient,
    default: null,
    meaning: 'OpenID client secret',
    secret: true,
  }),
  openidAllowedDomains: setting({
    env: 'FLAGDECK_OPENID_ALLOWED_DOMAINS',
    format: mailDomains,
    default: null,
    meaning:
      'E-mail domains whose users become members when they first sign in with a verified address; all other users need an invitation',
  }),
  openidTrustEmail: setting({
    env: 'FLAGDECK_OPENID_TRUST_EMAIL',
    format: onOff,
    default: 'off',
    meaning:
      "Treat e-mail addresses as verified if the OpenID provider does not report whether they are; users who can set their address there to a member's can then sign in as that member",
  }),
  bootstrap: setting({
    env: 'FLAGDECK_BOOTSTRAP',
    format: filePath,
    default: null,
    meaning: 'Bootstrap document; each start creates the entries that do not exist yet',
  }),
  encryptionKey: setting({
    env: 'FLAGDECK_ENCRYPTION_KEY',
    format: encryptionKeys,
    default: null,
    meaning:
      'Key that encrypts payloads; create one with: openssl rand -base64 32; if you set several, the first encrypts and all decrypt',
    secret: true,
  }),
  rateLimit: setting({
    env: 'FLAGDECK_RATE_LIMIT',
    format: rateLimit,
    default: '3000/minute',
    meaning: 'Rate limit per personal API key; evaluations do not count',
  }),
  evaluationRateLimit: setting({
    env: 'FLAGDECK_EVALUATION_RATE_LIMIT',
    format: rateLimit,
    default: 'off',
    meaning: 'Rate limit for evaluations per token or key; all pages and apps of a project share its public token',
  }),
  bodyMemoryBytes: setting({
    env: 'FLAGDECK_BODY_MEMORY_BYTES',
    format: wholeNumber(67_108_864, 68_719_476_736),
    default: '134217728',
    meaning: 'Maximum memory for all request bodies together, in bytes; requests beyond this get 503',
  }),
  responseMemoryBytes: setting({
    env: 'FLAGDECK_RESPONSE_MEMORY_BYTES',
    format: wholeNumber(67_108_864, 68_719_476_736),
    default: '134217728',
    meaning: 'Maximum memory for large responses that are being built or sent, in bytes; requests beyond this get 503',
  }),
  maxStreamsPerProject: setting({
    env: 'FLAGDECK_MAX_STREAMS_PER_PROJECT',
    format: wholeNumber(1, 1_000_000),
    default: '5000',
    meaning:
      'Maximum number of open OFREP event streams per project and instance; the same limit applies to definition streams',
  }),
  maxFlagsPerProject: setting({
    env: 'FLAGDECK_MAX_FLAGS_PER_PROJECT',
    format: wholeNumber(1, 1_000_000),
    default: '2000',
    meaning: 'Maximum number of flags per project, not counting deleted flags',
  }),
  maxCohortsPerProject: setting({
    env: 'FLAGDECK_MAX_COHORTS_PER_PROJECT',
    format: wholeNumber(1, 1_000_000),
    default: '2000',
    meaning: 'Maximum number of cohorts per project, not counting deleted cohorts',
  }),
  maxDashboardsPerProject: setting({
    env: 'FLAGDECK_MAX_DASHBOARDS_PER_PROJECT',
    format: wholeNumber(1, 1_000_000),
    default: '1000',
    meaning: 'Maximum number of dashboards per project, not counting deleted dashboards',
  }),
  maxFiltersBytes: setting({
    env: 'FLAGDECK_MAX_FILTERS_BYTES',
    format: wholeNumber(1024, 16_777_216),
    default: '524288',
    meaning: "Maximum size of a flag's filters as JSON, in bytes",
  }),
  maxProjectFiltersBytes: setting({
    env: 'FLAGDECK_MAX_PROJECT_FILTERS_BYTES',
    format: wholeNumber(1024, 1_073_741_824),
    default: '33554432',
    meaning:
      'Maximum size of all flags and cohorts of a project, in bytes, not counting deleted ones: their filters, names and other texts, plus 128 for each object or list, plus 32 for each of its entries after the eighth; when an import, dry run or copy loads a project, its dashboards and templates have the same limit',
  }),
  maxProjectPersonsBytes: setting({
    env: 'FLAGDECK_MAX_PROJECT_PERSONS_BYTES',
    format: wholeNumber(1_048_576, 999_999_999_999),
    default: '1073741824',
    meaning:
      'Maximum size of the stored users and groups of a project, in bytes; beyond this, properties in events are not stored',
  }),
  usageFlushIntervalMs: setting({
    env: 'FLAGDECK_USAGE_FLUSH_INTERVAL_MS',
    format: wholeNumber(100, TEN_MINUTES_MS),
    default: '10000',
    meaning:
      'Interval for writing usage counts, in milliseconds; a process that is killed loses the counts since the last write',
  }),
  usageDays: setting({
    env: 'FLAGDECK_USAGE_DAYS',
    format: wholeNumber(1, 3660),
    default: '400',
    meaning: 'Number of days for which daily usage counts are stored',
  }),
  corsOrigins: setting({
    env: 'CORS_ORIGINS',
    format: origins,
    default: null,
    meaning: 'Origins whose pages can call the management API; SDK endpoints accept all origins',
  }),
  logLevel: setting({
    env: 'LOG_LEVEL',
    format: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: 'info',
    meaning: 'Log level',
  }),
  logFormat: setting({
    env: 'LOG_FORMAT',
    format: oneOf('auto', 'json', 'pretty'),
    default: 'auto',
    meaning: 'Log format; auto means pretty on a terminal and JSON lines elsewhere',
  }),
  metrics: setting({
    env: 'FLAGDECK_METRICS',
    format: oneOf('auto', 'on', 'off'),
    default: 'auto',
    meaning:
      'Serve /metrics; auto means only if the server listens on a loopback address, TRUST_PROXY is off, and the Host header is localhost or an IP address',
  }),
  headersTimeoutMs: setting({
    env: 'FLAGDECK_HEADERS_TIMEOUT_MS',
    format: wholeNumber(100, TEN_MINUTES_MS),
    default: '15000',
    meaning: 'Time limit for receiving the headers of a request, in milliseconds',
  }),
  requestTimeoutMs: setting({
    env: 'FLAGDECK_REQUEST_TIMEOUT_MS',
    format: wholeNumber(100, TEN_MINUTES_MS),
    default: '30000',
    meaning: 'Time limit for receiving a whole request, in milliseconds',
  }),
  drainDelayMs: setting({
    env: 'FLAGDECK_DRAIN_DELAY_MS',
    format: wholeNumber(0, TEN_MINUTES_MS),
    default: '0',
    meaning: 'Time to continue serving after a stop signal while /_readyz reports draining, in milliseconds',
  }),
  shutdownTimeoutMs: setting({
    env: 'SHUTDOWN_TIMEOUT_MS',
    format: wholeNumber(100, TEN_MINUTES_MS),
    default: '10000',
    meaning: 'Time limit for a shutdown, after which unfinished requests are cut off, in milliseconds',
  }),
} as const satisfies Readonly<Record<string, Setting>>

export type SettingKey = keyof typeof SETTINGS

export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[] // of an object literal without other keys

type ValueOf<S> = S extends Setting<infer Value, infer Default> ? (null extends Default ? Value | null : Value) : never

/** The parsed settings of a server. */
export type Settings = { readonly [Key in SettingKey]: ValueOf<(typeof SETTINGS)[Key]> }

/** The settings file is located before other settings are read, so it is not one of them. */
export const CONFIG_FILE = {
  env: 'FLAGDECK_CONFIG',
  flag: '--config',
  placeholder: 'path',
  meaning: 'JSON file with settings; options and environment variables take precedence',
} as const

function setting<Value, const Default extends string | null>(
  described: Setting<Value, Default>,
): Setting<Value, Default> {
  return described
}
