import type { SqlDialect } from '../sql-dialect.ts'
import { allMigrations } from './all-migrations.ts'
import { createMigrationsTable } from './migrate.ts'

/**
 * Returns the whole schema as SQL for readers: the statements of all migrations in order. It is stored in `schema/`.
 */
export function schemaText({ name, columnTypes }: SqlDialect): string {
  const head = `-- What Flagdeck makes in a ${name} database. Written by \`pnpm generate\` from src/migrations; do not edit.`
  const parts = allMigrations.map((migration) => [
    `-- ${migration.name}`,
    ...migration.statements(columnTypes).map(ended),
  ])
  return `${[head, ended(createMigrationsTable(columnTypes)), ...parts.flat()].join('\n\n')}\n`
}

function ended(statement: string): string {
  return `${statement};`
}
