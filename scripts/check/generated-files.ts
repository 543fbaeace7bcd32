/** A file in the repository that a program writes. */
export interface GeneratedFile {
  readonly name: string
  /** From the checkout's root. */
  readonly path: string
  /** Program and arguments, run in the checkout's root with Node's own directory first; prints the file's content. */
  readonly command: readonly [string, ...string[]]
}

/** Rewritten by `pnpm generate`, compared by `pnpm check`. */
export const GENERATED_FILES: readonly GeneratedFile[] = [
  {
    name: 'settings',
    path: 'docs/settings.md',
    command: ['node', 'packages/server/scripts/print-settings.ts'],
  },
  {
    name: 'metrics',
    path: 'docs/metrics.md',
    command: ['node', 'packages/server/scripts/print-metrics.ts'],
  },
  // Before the schemas, which follow from it.
  {
    name: 'list of migrations',
    path: 'packages/store-sql/src/migrations/all-migrations.ts',
    command: ['node', 'packages/store-sql/scripts/print-all-migrations.ts'],
  },
  {
    name: 'SQLite schema',
    path: 'packages/store-sql/schema/sqlite.sql',
    command: ['node', 'packages/store-sql/scripts/print-schema.ts', 'sqlite'],
  },
  {
    name: 'PostgreSQL schema',
    path: 'packages/store-sql/schema/postgres.sql',
    command: ['node', 'packages/store-sql/scripts/print-schema.ts', 'postgres'],
  },
  {
    name: 'reading of flags',
    path: 'packages/store-sql/src/tables/read-flag.ts',
    command: ['node', 'packages/store-sql/scripts/print-read-flag.ts'],
  },
  {
    name: 'program of the SQLite thread',
    path: 'packages/store-sqlite/src/thread-source.ts',
    command: ['node', 'packages/store-sqlite/scripts/print-thread-source.ts'],
  },
  {
    name: 'rules of storage',
    path: 'docs/behaviour/storage.md',
    command: ['node', 'packages/store-suite/scripts/print-store-rules.ts'],
  },
  {
    name: 'OpenAPI document',
    path: 'docs/openapi.json',
    command: ['node', 'packages/http/scripts/print-openapi.ts'],
  },
  {
    name: 'parameters of lists',
    path: 'docs/reference/list-parameters.md',
    command: ['node', 'packages/http/scripts/print-list-parameters.ts'],
  },
  {
    name: 'error codes',
    path: 'docs/errors.md',
    command: ['node', 'packages/http/scripts/print-errors.ts'],
  },
  {
    name: 'clients by language',
    path: 'docs/reference/clients-by-language.md',
    command: ['node', 'packages/http/scripts/print-clients.ts'],
  },
  {
    name: 'export format',
    path: 'docs/export-format.md',
    command: ['node', 'packages/core/scripts/print-export-format.ts'],
  },
  {
    name: 'paths of endpoints',
    path: 'packages/console/src/api/endpoint-paths.ts',
    command: ['node', 'packages/console/scripts/print-endpoints.ts'],
  },
  {
    name: 'endpoints of the client',
    path: 'packages/client/src/endpoint-table.ts',
    command: ['node', 'packages/client/scripts/print-endpoint-table.ts'],
  },
  {
    name: 'rounds of SHA-1',
    path: 'packages/core/src/evaluation/hashing/sha1-compress.ts',
    command: ['node', 'packages/core/scripts/print-sha1-compress.ts'],
  },
]
