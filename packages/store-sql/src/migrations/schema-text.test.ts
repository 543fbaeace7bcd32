import { readdirSync, readFileSync } from 'node:fs'
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

  it.each([sqliteDialect, postgresDialect])(
    'begin as each release left them in $name: nobody edits the past',
    (dialect) => {
      const folder = new URL('../../schema/released/', import.meta.url)
      const released = readdirSync(folder).filter((file) => file.endsWith(`-${dialect.name}.sql`))
      expect(released.length).toBeGreaterThan(0)
      for (const file of released) {
        expect(schemaText(dialect)).toContain(readFileSync(new URL(file, folder), 'utf8').trimEnd())
      }
    },
  )

  it.each([sqliteDialect, postgresDialect])('have a comment on every table in $name', (dialect) => {
    const blocks = schemaText(dialect).split('\n\n')
    const tables = blocks.filter((block) => block.includes('create table'))
    expect(tables.length).toBeGreaterThan(0)
    expect(tables.filter((table) => !table.startsWith('-- '))).toEqual([])
  })
})
