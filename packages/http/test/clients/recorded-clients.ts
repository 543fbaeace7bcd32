/** Headers that a client sends with a token of the project. */
type Credential = 'bearer' | 'x-api-key' | 'custom'

/** The result of a client when the response has no value, or when the flag is disabled. */
export type Fallback = 'value' | 'default' | 'zero' | 'error'

/**
 * A published client of OFREP, described from its public source: the requests that it sends, and how it reads
 * responses.
 */
export interface RecordedClient {
  readonly name: string
  readonly language: string
  /** The repository on GitHub. */
  readonly source: string
  /** How the application passes the token. */
  readonly credential: Credential
  readonly contentType: string
  /** Whether the path of the server's address is used; otherwise the client requests the root of the host. */
  readonly keepsBasePath: boolean
  /** Fields without which it discards a response for one flag. */
  readonly requires: readonly ('key' | 'value' | 'reason' | 'variant' | 'metadata')[]
  /** Fields without which it discards a refusal. */
  readonly requiresOfRefusals: readonly ('key' | 'errorCode' | 'errorDetails' | 'metadata')[]
  readonly disabled: Extract<Fallback, 'value' | 'default'>
  /** The result for a numeric flag without a value. */
  readonly missing: Exclude<Fallback, 'value'>
  readonly notes?: string
}

const JSON_TYPE = 'application/json'

const GO_OFREP: RecordedClient = {
  name: 'providers/ofrep',
  language: 'Go',
  source: 'open-feature/go-sdk-contrib',
  credential: 'bearer',
  contentType: JSON_TYPE,
  keepsBasePath: true,
  requires: [],
  requiresOfRefusals: ['errorCode', 'errorDetails'],
  disabled: 'value',
  missing: 'default',
  notes: 'Some releases return the default for every integer, because JSON numbers are floats in Go: ask for a float.',
}
const PYTHON_OFREP: RecordedClient = {
  name: 'openfeature-provider-ofrep',
  language: 'Python',
  source: 'open-feature/python-sdk-contrib',
  credential: 'custom',
  contentType: JSON_TYPE,
  keepsBasePath: false,
  requires: ['value', 'reason', 'variant', 'metadata'],
  requiresOfRefusals: ['errorCode', 'errorDetails'],
  disabled: 'value',
  missing: 'default',
  notes: 'A number without a fraction is an integer; asked for as a float it is the default.',
}

export const RECORDED_CLIENTS: readonly RecordedClient[] = [
  {
    name: '@openfeature/ofrep-provider',
    language: 'TypeScript',
    source: 'open-feature/js-sdk-contrib',
    credential: 'custom',
    contentType: `${JSON_TYPE}; charset=utf-8`,
    keepsBasePath: true,
    requires: [],
    requiresOfRefusals: ['key', 'errorCode'],
    disabled: 'value',
    missing: 'default',
    notes: 'Releases up to 0.1 report an error where there is no value; they return the default all the same.',
  },
  GO_OFREP,
  {
    ...GO_OFREP,
    name: 'providers/go-feature-flag (remote)',
    notes: 'It evaluates through `providers/ofrep`.',
  },
  {
    name: 'dev.openfeature.contrib.providers:ofrep',
    language: 'Java',
    source: 'open-feature/java-sdk-contrib',
    credential: 'custom',
    contentType: `${JSON_TYPE}; charset=utf-8`,
    keepsBasePath: true,
    requires: ['metadata'],
    requiresOfRefusals: ['metadata'],
    disabled: 'value',
    missing: 'default',
    notes: 'Where there is no value it reports `FLAG_NOT_FOUND` beside the default.',
  },
  {
    name: 'dev.openfeature.contrib.providers:go-feature-flag (remote)',
    language: 'Java',
    source: 'open-feature/java-sdk-contrib',
    credential: 'bearer',
    contentType: JSON_TYPE,
    keepsBasePath: false,
    requires: [],
    requiresOfRefusals: [],
    disabled: 'value',
    missing: 'default',
  },
  PYTHON_OFREP,
  {
    ...PYTHON_OFREP,
    name: 'gofeatureflag-python-provider (remote)',
    source: 'thomaspoignant/go-feature-flag',
    credential: 'x-api-key',
    notes: 'It evaluates through `openfeature-provider-ofrep`.',
  },
  {
    name: 'openfeature-ofrep-provider',
    language: 'Ruby',
    source: 'open-feature/ruby-sdk-contrib',
    credential: 'custom',
    contentType: JSON_TYPE,
    keepsBasePath: false,
    requires: ['key', 'value', 'reason', 'variant'],
    requiresOfRefusals: [],
    disabled: 'default',
    missing: 'error',
    notes:
      'It raises a parse error where there is no value, and at every 400, whose `error_code` it expects in snake case.',
  },
  {
    name: 'openfeature-go-feature-flag-provider',
    language: 'Ruby',
    source: 'open-feature/ruby-sdk-contrib',
    credential: 'custom',
    contentType: JSON_TYPE,
    keepsBasePath: false,
    requires: ['key', 'value', 'reason', 'variant'],
    requiresOfRefusals: [],
    disabled: 'value',
    missing: 'error',
    notes: 'It reads a 400 as `openfeature-ofrep-provider` does.',
  },
  {
    name: 'open-feature/go-feature-flag-provider',
    language: 'PHP',
    source: 'open-feature/php-sdk-contrib',
    credential: 'custom',
    contentType: JSON_TYPE,
    keepsBasePath: true,
    requires: ['key', 'value', 'reason', 'variant'],
    requiresOfRefusals: ['key', 'errorCode', 'errorDetails'],
    disabled: 'value',
    missing: 'default',
  },
  {
    name: 'OpenFeature.Providers.Ofrep',
    language: '.NET',
    source: 'open-feature/dotnet-sdk-contrib',
    credential: 'custom',
    contentType: `${JSON_TYPE}; charset=utf-8`,
    keepsBasePath: false,
    requires: [],
    requiresOfRefusals: ['key', 'errorCode'],
    disabled: 'value',
    missing: 'zero',
    notes: 'A number without a value is 0 and not the default. The reason is not passed on.',
  },
  {
    name: 'OpenFeature.Providers.GOFeatureFlag (remote)',
    language: '.NET',
    source: 'open-feature/dotnet-sdk-contrib',
    credential: 'bearer',
    contentType: `${JSON_TYPE}; charset=utf-8`,
    keepsBasePath: false,
    requires: [],
    requiresOfRefusals: ['key', 'errorCode'],
    disabled: 'value',
    missing: 'zero',
    notes: 'It evaluates through `OpenFeature.Providers.Ofrep`.',
  },
]
