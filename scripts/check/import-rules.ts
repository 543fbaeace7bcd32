/**
 * The packages that the published code of each package may import: the arrows of ARCHITECTURE.md. `node:` stands for
 * all built-in modules. Tests may also import the dependencies that their package.json, or the workspace's, declares.
 */
export const PACKAGE_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  core: ['zod', 're2js', 'lru-cache', 'ajv'],
  'store-suite': ['@flagdeck/core', 'vitest'],
  'store-sql': ['node:', '@flagdeck/core', 'kysely'],
  'store-sqlite': ['node:', '@flagdeck/core', '@flagdeck/store-sql', 'better-sqlite3'],
  'store-postgres': ['node:', '@flagdeck/core', '@flagdeck/store-sql', 'pg'],
  redis: ['node:', '@flagdeck/core', 'ioredis'],
  http: ['@flagdeck/core', 'zod', 'rou3'],
  'http-node': ['node:', '@flagdeck/core', '@flagdeck/http'],
  opentelemetry: ['@flagdeck/core', '@flagdeck/http', '@opentelemetry/api'],
  openid: ['@flagdeck/core', '@flagdeck/http', 'openid-client'],
  openfeature: ['@flagdeck/core', '@openfeature/server-sdk'],
  // Imports only its types, as the console does.
  client: ['@flagdeck/http'],
  // Imports only types from http, because its schemas would be bundled; imports the pattern engine from core, in a
  // separate chunk.
  console: ['node:', '@flagdeck/core', '@flagdeck/http', 'preact', '@preact/signals', 'micromark', 'uplot'],
  server: [
    'node:',
    '@flagdeck/console',
    '@flagdeck/core',
    '@flagdeck/store-sql',
    '@flagdeck/store-sqlite',
    '@flagdeck/store-postgres',
    '@flagdeck/redis',
    '@flagdeck/http',
    '@flagdeck/http-node',
    '@flagdeck/openid',
    '@flagdeck/opentelemetry',
    'commander',
    'pino',
    'prom-client',
    'zod',
  ],
}

export interface FolderRule {
  /** The folder, from the checkout's root, to which the rule applies. */
  readonly folder: string
  readonly mayAlsoImport: readonly string[]
}

export const FOLDER_RULES: readonly FolderRule[] = [
  // The deck of a test closes when the test ends.
  { folder: 'packages/core/src/testing', mayAlsoImport: ['vitest'] },
]
