import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { allMigrations } from './all-migrations.ts'

it('runs every migration that there is a file of, in the order of their numbers', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => /^\d{4}-.*\.ts$/.test(file))
  expect(allMigrations.map(({ name }) => `${name}.ts`)).toEqual(files.toSorted())
})
