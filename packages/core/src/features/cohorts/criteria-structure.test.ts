import { expect, it } from 'vitest'
import { checkCriteria } from './criteria-structure.ts'

const criterion = { key: 'plan', type: 'person', value: 'pro' }

it('COHORT-3 looks at no further part when a hundred are wrong', () => {
  const values = [...Array.from({ length: 60 }, () => criterion), ...Array.from({ length: 500 }, () => [])]
  const { violations } = checkCriteria({ properties: { type: 'AND', values } })
  expect(violations).toHaveLength(100)
  expect(violations.at(-1)?.detail).toMatch(/^properties\.values\[159\]: /)
  const nested = {
    type: 'OR',
    values: [
      { type: 'AND', values },
      { type: 'AND', values },
    ],
  }
  expect(checkCriteria({ properties: nested }).violations).toHaveLength(100)
})
