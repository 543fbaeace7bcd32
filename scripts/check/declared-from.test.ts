import { expect, test } from 'vitest'
import { declaredFrom } from './declared-from.ts'

test('a declaration is of a file beside it in src', () => {
  expect(declaredFrom('packages/core/dist/deck/flagdeck.d.ts')).toEqual([
    'packages/core/src/deck/flagdeck.ts',
    'packages/core/src/deck/flagdeck.tsx',
  ])
})
