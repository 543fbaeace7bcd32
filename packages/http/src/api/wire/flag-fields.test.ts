import { KNOWN_FLAG_FIELDS } from '@flagdeck/core/fixtures'
import { expect, it } from 'vitest'
import { flagSchema } from './flag.ts'

it('SERVE-4 a bootstrap document may have every field that the API answers of a flag', () => {
  expect(Object.keys(flagSchema.shape).filter((field) => !KNOWN_FLAG_FIELDS.includes(field))).toEqual([])
})
