import { describe, expect, it } from 'vitest'
import { definitionsDocument, flagDefinition } from '../../testing/evaluation/definitions-document.ts'
import { compileDefinitions } from '../compile-definitions.ts'

/** Four times as many values as one evaluation prepares. */
const LENGTH = 35_000
const LIST = Array.from({ length: LENGTH }, (_, n) => (n % 7 === 0 ? n : `User-${n}`))

/** Returns a flag for the users of a list; every call uses the same compiled flag. */
function flagOfList(operator: 'exact' | 'is_not') {
  const properties = [{ key: 'id', type: 'person', operator, value: LIST } as const]
  const flag = flagDefinition({ key: 'listed', filters: { groups: [{ properties }] } })
  const snapshot = compileDefinitions(definitionsDocument([flag]))
  return (id: string | number) => snapshot.isEnabled('listed', { distinctId: 'a', properties: { id } })
}

describe('EVAL-69 a long list of values', () => {
  for (const operator of ['exact', 'is_not'] as const) {
    it(`is compared alike from the first question on: ${operator}`, () => {
      const isListed = operator === 'exact'
      for (const place of [0, 1, 7_999, 8_000, LENGTH - 2, LENGTH - 1]) {
        const isOn = flagOfList(operator)
        const value = LIST[place] ?? ''
        for (let question = 0; question < 6; question++) {
          expect(isOn(String(value).toUpperCase()), `${value}, question ${question}`).toBe(isListed)
          expect(isOn(`${value}-other`), `not ${value}, question ${question}`).toBe(!isListed)
        }
      }
    })
  }
})
