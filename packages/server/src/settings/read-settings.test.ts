import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSettings, settingsFromOptions } from './read-settings.ts'
import type { Environment } from './setting-candidates.ts'
import { SETTING_KEYS } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'flagdeck-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(content: unknown): string {
  const path = join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

function read(flags: Record<string, unknown>, env: Environment = {}) {
  return readSettings({ flags, env }, SETTING_KEYS)
}

function problem(flags: Record<string, unknown>, env: Environment = {}): string {
  try {
    read(flags, env)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  throw new Error('the settings were accepted')
}

describe('SERVE-1 where a setting comes from', () => {
  test('a flag wins over the environment, that over the file, that over the default', () => {
    const config = file({ port: 1, host: '10.0.0.1', log_level: 'warn' })
    const { settings, sources } = read({ config, port: '3' }, { PORT: '2', HOST: '10.0.0.2' })
    expect(settings).toMatchObject({ port: 3, host: '10.0.0.2', logLevel: 'warn', shutdownTimeoutMs: 10_000 })
    expect(sources).toMatchObject({
      port: 'flag',
      host: 'environment',
      logLevel: 'file',
      shutdownTimeoutMs: 'default',
    })
  })

  test('the environment may name the settings file', () => {
    expect(read({}, { FLAGDECK_CONFIG: file({ port: 4 }) }).settings.port).toBe(4)
  })

  test('an empty variable, and null in the file, are not set', () => {
    const config = file({ host: null })
    expect(read({ config }, { PORT: '', REDIS_URL: '', FLAGDECK_CONFIG: '' }).settings).toMatchObject({
      port: 8000,
      host: '127.0.0.1',
    })
  })

  test('only what a command asks for has to be right', () => {
    expect(readSettings({ flags: {}, env: { PORT: 'x' } }, ['databaseUrl']).settings).toEqual({
      databaseUrl: { kind: 'sqlite', path: './data/flagdeck.db' },
    })
  })

  test('a program starts a server without the environment', () => {
    expect(settingsFromOptions({ port: 0, corsOrigins: ['http://a.test'] })).toMatchObject({
      port: 0,
      corsOrigins: ['http://a.test'],
    })
    // Programs in plain JavaScript can do this.
    expect(() => settingsFromOptions({ prot: 1 } as object)).toThrow('Unknown option prot; did you mean port?')
  })
})

/** The settings of a provider, which are required together. */
const PROVIDER = { openidIssuer: 'https://id.test', openidClientId: 'flags', openidClientSecret: 'hunter2' }
const OPENID_VALUES = [
  ['openidIssuer', 'https://id.test/realms/acme/', 'https://id.test/realms/acme/'],
  ['openidIssuer', 'http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
  ['openidIssuer', 'http://[::1]:9000', 'http://[::1]:9000'],
  ['openidAllowedDomains', 'Acme.test, sub.acme.test', ['acme.test', 'sub.acme.test']],
  ['openidTrustEmail', 'on', true],
] as const

describe('SESS-20 a provider is set as a whole', () => {
  test('all of it is taken', () => {
    expect(read(PROVIDER).settings).toMatchObject(PROVIDER)
  })

  test.for(['openidIssuer', 'openidClientId', 'openidClientSecret'] as const)('%s is not missed', (key) => {
    const said = problem({ ...PROVIDER, [key]: undefined })
    const name = `FLAGDECK_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
    expect(said).toMatch(new RegExp(`^FLAGDECK_OPENID_\\w+ is set without ${name}: OpenID Connect needs all`))
  })

  test('domains alone make nobody a member', () => {
    expect(problem({}, { FLAGDECK_OPENID_ALLOWED_DOMAINS: 'acme.test' })).toBe(
      'FLAGDECK_OPENID_ALLOWED_DOMAINS is set without FLAGDECK_OPENID_ISSUER and FLAGDECK_OPENID_CLIENT_ID and FLAGDECK_OPENID_CLIENT_SECRET: OpenID Connect needs all of FLAGDECK_OPENID_ISSUER, FLAGDECK_OPENID_CLIENT_ID, FLAGDECK_OPENID_CLIENT_SECRET.',
    )
  })

  test('trust alone trusts nobody', () => {
    expect(problem({ openidTrustEmail: 'on' })).toMatch(/^FLAGDECK_OPENID_TRUST_EMAIL is set without/)
    expect(() => read({ openidTrustEmail: 'off' })).not.toThrow()
  })

  test('a command that needs none of it does not ask for it', () => {
    const env = { FLAGDECK_OPENID_ISSUER: 'https://id.test' }
    expect(() => readSettings({ flags: {}, env }, ['databaseUrl'])).not.toThrow()
  })
})

describe('SERVE-2 what a setting may be', () => {
  test.for([
    ['databaseUrl', 'sqlite::memory:', { kind: 'sqlite', path: ':memory:' }],
    ['databaseUrl', 'sqlite:///var/flags.db', { kind: 'sqlite', path: '///var/flags.db' }],
    ['databaseUrl', 'sqlite: flags.db ', { kind: 'sqlite', path: 'flags.db' }],
    ['databaseUrl', 'postgresql://u:p@h/d', { kind: 'postgres', url: 'postgresql://u:p@h/d' }],
    ['publicUrl', 'https://flags.test/api/', 'https://flags.test/api'],
    ['trustProxy', 'true', true],
    ['trustProxy', 'off', false],
    ['rateLimit', '10/second', { requests: 10, windowMs: 1000 }],
    ['rateLimit', 'off', 'off'],
    ['corsOrigins', 'https://a.test, http://b.test:8080', ['https://a.test', 'http://b.test:8080']],
    ['host', '::1', '::1'],
    ['host', '::ffff:127.0.0.1', '::ffff:127.0.0.1'],
    ['host', 'fe80::1%eth0', 'fe80::1%eth0'],
    ...OPENID_VALUES,
  ] as const)('%s %s', ([key, text, value]) => {
    const rest = key.startsWith('openid') ? PROVIDER : {}
    expect(read({ ...rest, [key]: text }).settings[key]).toEqual(value)
  })

  test.for([
    ['sqlite:~/flags.db', { path: join(homedir(), 'flags.db') }],
    ['sqlite:./~flags.db', { path: './~flags.db' }],
    ['sqlite:a/~/flags.db', { path: 'a/~/flags.db' }],
    ['sqlite:/srv/my flags.db', { path: '/srv/my flags.db' }],
    ['sqlite:/srv/my%20flags%3F.db', { path: '/srv/my flags?.db' }],
    ['sqlite:C:\\data\\flags.db', { path: 'C:\\data\\flags.db' }],
    ['sqlite:flags.db?mode=rwc', { path: 'flags.db' }],
    ['sqlite:flags.db?mode=rw', { path: 'flags.db', create: false }],
    ['sqlite:~/flags.db?mode=rw', { path: join(homedir(), 'flags.db'), create: false }],
    ['sqlite:flags.db?', { path: 'flags.db' }],
    ['sqlite:flags.db?mode=memory', { path: ':memory:' }],
    ['sqlite:?mode=memory', { path: ':memory:' }],
  ] as const)('SERVE-55 reads %s', ([databaseUrl, location]) => {
    expect(read({ databaseUrl }).settings.databaseUrl).toEqual({ kind: 'sqlite', ...location })
  })

  test.for([
    ['sqlite:~ada/flags.db', /but only "~\/" is expanded, to your home directory: write \.\/~ada\/flags\.db for/],
    ['sqlite:~', /but only "~\/" is expanded/],
    ['sqlite:~/', /but only "~\/" is expanded/],
    [
      'sqlite:flags.db?mode=ro',
      /but mode=ro is not supported: use mode=rw, which never creates a file\. Commands that only read/,
    ],
    ['sqlite:flags.db?mode=x', /but mode must be one of rw, rwc, memory, and appear only once\.$/],
    ['sqlite:flags.db?mode=', /but mode must be one of/],
    ['sqlite:flags.db?mode=rw&mode=rwc', /appear only once/],
    ['sqlite:flags.db?cache=shared', /but "cache" is not a parameter of SQLite URLs: they only support "mode"\.$/],
    ['sqlite:100%.db', /but its percent-encoding is invalid: write %25 for a percent sign\.$/],
    ['sqlite:?mode=rw', /but it must be sqlite:PATH/],
    ['file:flags.db', /but it must be sqlite:PATH/],
  ] as const)('SERVE-55 refuses %s', ([databaseUrl, sentence]) => {
    expect(problem({ databaseUrl })).toMatch(sentence)
  })

  test.for([
    ['port', '80O0', '--port is "80O0", but it must be a whole number from 0 to 65535.'],
    ['port', '65536', '--port is "65536", but it must be a whole number from 0 to 65535.'],
    ['port', '-1', '--port is "-1", but it must be a whole number from 0 to 65535.'],
    ['host', 'localhost:80', '--host is "localhost:80", but it must be a host name or address without a port.'],
    ['host', '0.0.0.0:8000', /^--host is "0\.0\.0\.0:8000", but it must be a host name or address without a port/],
    ['host', ':8000', /without a port/],
    [
      'logLevel',
      'loud',
      '--log-level is "loud", but it must be one of fatal, error, warn, info, debug, trace, silent.',
    ],
    ['trustProxy', 'maybe', '--trust-proxy is "maybe", but it must be on or off.'],
    ['publicUrl', 'flags.test', /^--public-url is "flags.test", but it must be an http or https URL/],
    ['corsOrigins', 'https://a.test/page', /^--cors-origins is .* but it must be \*, or origins such as/],
    [
      'corsOrigins',
      'https://*.acme.test',
      /^--cors-origins is "https:\/\/\*\.acme\.test", but it must be \*, or origins/,
    ],
    ['publicUrl', 'https://ada:sesame@flags.test', /must be an http or https URL without a user name or query/],
    ['rateLimit', '0/minute', /^--rate-limit is "0\/minute", but it must be a number of requests per second/],
    ['redisUrl', 'http://:sesame@h', /^--redis-url is "http:…", but it must be redis:/],
    ['redisPrefix', 'a b', /^--redis-prefix is "a b", but it must be 1 to 64 letters/],
    ['databaseUrl', 'flags.db', /^--database-url is "…", but it must be sqlite:PATH, sqlite::memory: or postgres/],
    ['databaseUrl', 'sqlite://flags.db', /write sqlite:flags\.db for a file/],
    ['openidIssuer', 'http://id.test', /^--openid-issuer is "http:\/\/id.test", but it must be an https URL/],
    ['openidIssuer', 'https://id.test/.well-known/openid-configuration', /must be an https URL/],
    ['openidIssuer', 'https://id.test/?tenant=1', /must be an https URL without a query/],
    ['openidAllowedDomains', 'ada@acme.test', /must be one or more domains such as example.com, separated by commas/],
    ['openidAllowedDomains', '*', /must be one or more domains such as/],
  ] as const)('%s is not %s', ([key, text, sentence]) => {
    expect(problem({ [key]: text })).toMatch(sentence)
  })

  test('a sentence names where the value stands', () => {
    expect(problem({}, { PORT: 'x' })).toBe(
      'PORT in the environment is "x", but it must be a whole number from 0 to 65535.',
    )
    const config = file({ max_flags_per_project: {} })
    expect(problem({ config })).toMatch(`max_flags_per_project in ${config} is "{}", but it must be a whole number`)
  })

  test.for([
    [
      'postgres://ada:p#w@db/flags',
      /is "postgres:…", but it is not a valid URL: encode special characters in the password/,
    ],
    ['postgres://ada:w@:5433/flags?host=/run', /the port of a socket at the end \(\?host=\/FOLDER&port=5433\)\.$/],
  ] as const)('PG-21 the address %s', ([url, sentence]) => {
    expect(problem({}, { DATABASE_URL: url })).toMatch(sentence)
  })

  test('a password is not repeated', () => {
    expect(problem({}, { DATABASE_URL: 'mysql://ada:hunter2@db/flags' })).toMatch('is "mysql:…", but')
    expect(problem({}, { DATABASE_URL: 'hunter2' })).not.toMatch('hunter2')
    expect(problem({}, { FLAGDECK_OPENID_CLIENT_SECRET: 'hunter2' })).not.toMatch('hunter2')
  })

  test('every default is a value that could be set', () => {
    expect(() => read({})).not.toThrow()
  })
})

describe('SERVE-2 what is no setting', () => {
  test.for([
    ['FLAGDECK_BOOTSRAP', 'Unknown environment variable FLAGDECK_BOOTSRAP; did you mean FLAGDECK_BOOTSTRAP?'],
    ['FLAGDECK_PORTT', 'Unknown environment variable FLAGDECK_PORTT; did you mean FLAGDECK_PORT?'],
    ['FLAGDECK_DATABASE_UR', 'Unknown environment variable FLAGDECK_DATABASE_UR; did you mean DATABASE_URL?'],
    ['FLAGDECK_QQQQQQQQQQQ', 'Unknown environment variable FLAGDECK_QQQQQQQQQQQ.'],
  ] as const)('the environment variable %s', ([name, sentence]) => {
    expect(problem({}, { [name]: 'x' })).toBe(sentence)
  })

  test.for([
    ['FLAGDECK_SERVICE_HOST', '10.96.0.17'],
    ['FLAGDECK_SERVICE_PORT', '8000'],
    ['FLAGDECK_SERVICE_PORT_HTTP', '8000'],
    ['FLAGDECK_PORT', 'tcp://10.96.0.17:8000'],
    ['FLAGDECK_PORT_8000_TCP', 'tcp://10.96.0.17:8000'],
    ['FLAGDECK_PORT_8000_TCP_PROTO', 'tcp'],
    ['FLAGDECK_PORT_8000_TCP_PORT', '8000'],
    ['FLAGDECK_PORT_8000_TCP_ADDR', '10.96.0.17'],
    ['FLAGDECK_REDIS_MASTER_SERVICE_HOST', '10.96.0.18'],
    ['FLAGDECK_REDIS_MASTER_PORT', 'tcp://10.96.0.18:6379'],
    ['FLAGDECK_REDIS_MASTER_PORT_6379_TCP_ADDR', '10.96.0.18'],
  ] as const)('%s=%s is of a Service in Kubernetes, and none of ours', ([name, value]) => {
    expect(() => read({}, { [name]: value })).not.toThrow()
  })

  test('variables of other programs are none of our business', () => {
    expect(() => read({}, { DATABASE_UR: 'x', HOME: '/' })).not.toThrow()
  })

  test('a key of the file that is the name of a variable', () => {
    const config = file({ FLAGDECK_METRICS: 'on' })
    expect(problem({ config })).toMatch(/^Unknown setting "FLAGDECK_METRICS" in .*; did you mean metrics\?$/)
  })

  test('a key of the file', () => {
    const config = file({ data_base_url: 'sqlite::memory:' })
    expect(problem({ config })).toBe(`Unknown setting "data_base_url" in ${config}; did you mean database_url?`)
  })
})

describe('a settings file that cannot be used', () => {
  test('is named, with the reason', () => {
    expect(problem({ config: '/nowhere/flags.json' })).toBe(
      'The settings file /nowhere/flags.json cannot be read: the file does not exist.',
    )
    expect(problem({ config: folder })).toBe(`The settings file ${folder} cannot be read: it is a directory.`)
    expect(problem({ config: file([]) })).toMatch('must contain one JSON object.')
  })

  test('is never quoted, because it may hold secrets', () => {
    expect(problem({ config: file('{"database_url": hunter2}') })).toMatch(/json is not valid JSON\.$/)
    expect(problem({ config: file('{\n  "host": "hunter2"\n  "port": 1 }') })).toMatch(
      /json is not valid JSON at line 3, column 3\.$/,
    )
  })
})

test('SERVE-53 takes the address from FLAGDECK_HOST and FLAGDECK_PORT, which win over HOST and PORT', () => {
  const both = { HOST: '10.0.0.1', PORT: '1', FLAGDECK_HOST: '10.0.0.2', FLAGDECK_PORT: '2' }
  const read = (env: Environment, flags = {}) => readSettings({ flags, env }, ['host', 'port']).settings
  expect(read(both)).toEqual({ host: '10.0.0.2', port: 2 })
  expect(read({ ...both, FLAGDECK_HOST: '', FLAGDECK_PORT: '' })).toEqual({ host: '10.0.0.1', port: 1 })
  expect(read(both, { port: '3' })).toEqual({ host: '10.0.0.2', port: 3 })
  // Kubernetes sets this variable for a Service called flagdeck.
  expect(read({ ...both, FLAGDECK_PORT: 'tcp://10.96.0.17:8000' }).port).toBe(1)
  expect(() => read({ PORT: '1', FLAGDECK_PORT: 'x' })).toThrow(/^FLAGDECK_PORT in the environment is "x"/)
  expect(() => read({ PORT: 'x' })).toThrow(/^PORT in the environment is "x"/)
})
