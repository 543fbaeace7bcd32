import { expect, it } from 'vitest'
import { StatementNames } from './statement-names.ts'

it('a text keeps its name, and when there are too many texts the newest have none', () => {
  const names = new StatementNames()
  const first = names.nameOf('select 1')
  expect(first).toMatch(/^flagdeck_/)
  for (let n = 0; n < 1000; n++) names.nameOf(`select ${n}`)
  expect(names.nameOf('select 1')).toBe(first)
  expect(names.nameOf('select 999')).toBeUndefined()
  const given = Array.from({ length: 1000 }, (_, n) => names.nameOf(`select ${n}`)).filter((name) => name !== undefined)
  expect(new Set(given).size).toBe(given.length)
})
