import { expect, test } from 'vitest'
import { LoneStatements } from './lone-statements.ts'

test('a statement is alone until it had company', () => {
  const lone = new LoneStatements()
  expect(lone.isAlone('select 1')).toBe(true)
  lone.noteCompany('select 1')
  expect(lone.isAlone('select 1')).toBe(false)
  expect(lone.isAlone('select 2')).toBe(true)
})

test('what is remembered has an end, after which every statement counts as accompanied', () => {
  const lone = new LoneStatements()
  for (let n = 0; n < 300; n++) lone.noteCompany(`select ${n}`)
  expect(lone.isAlone('select 300')).toBe(false)
})
