/**
 * What the published code of each package may import besides its own files: the arrows of ARCHITECTURE.md. `node:` stands
 * for all built-in modules. Tests may also import what their package.json, or the workspace's, declares.
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
  // Its types alone, as the console.
  client: ['@flagdeck/http'],
  // The types alone of http, whose schemas would come along; of core the pattern engine, in a chunk of its own.
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
  /** Folder, from the checkout's root, whose files the rule is about. */
  readonly folder: string
  readonly mayAlsoImport: readonly string[]
}

export const FOLDER_RULES: readonly FolderRule[] = [
  // A deck for one test closes itself when the test ends.
  { folder: 'packages/core/src/testing', mayAlsoImport: ['vitest'] },
]
