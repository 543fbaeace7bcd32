import { expect, test } from 'vitest'
import { doneTo } from './activity.ts'

test('says what was done to a flag by what it means', () => {
  expect(doneTo('FeatureFlag', 'updated', [{ field: 'active', before: false, after: true }])).toBe('turned it on')
})

test('says what was done to anything else by its fields', () => {
  expect(doneTo('Cohort', 'created', [])).toBe('created the cohort')
  const changes = [{ field: 'name' }, { field: 'is_static' }, { field: 'version' }]
  expect(doneTo('Cohort', 'updated', changes)).toBe('changed the name, is static of the cohort')
  expect(doneTo('Role', 'updated', [])).toBe('saved the role')
})
