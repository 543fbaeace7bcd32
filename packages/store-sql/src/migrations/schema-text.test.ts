import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { postgresDialect } from '../dialects/postgres-dialect.ts'
import { sqliteDialect } from '../dialects/sqlite-dialect.ts'
import { schemaText } from './schema-text.ts'

describe('the schema dumps', () => {
  it.each([sqliteDialect, postgresDialect])(
    'say what the migrations make in $name (`pnpm generate` writes them)',
    (dialect) => {
      const dump = readFileSync(new URL(`../../schema/${dialect.name}.sql`, import.meta.url), 'utf8')
      expect(dump).toBe(schemaText(dialect))
    },
  )

  it.each([sqliteDialect, postgresDialect])('have a comment on every table in $name', (dialect) => {
    const blocks = schemaText(dialect).split('\n\n')
    const tables = blocks.filter((block) => block.includes('create table'))
    expect(tables.length).toBeGreaterThan(0)
    expect(tables.filter((table) => !table.startsWith('-- '))).toEqual([])
  })
})
