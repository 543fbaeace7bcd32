import { memoryStore } from '@flagdeck/core'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { choices, OPERATIONS } from './actors/steps.ts'
import { ownersTrial } from './actors/trials.ts'
import { WRITES, WRITING_ENDPOINTS } from './actors/write-operations.ts'
import { openApi } from './support/api-under-test.ts'

/** How often the owner tries each operation. */
const TRIES = 60

describe('what actors with fewer rights try', () => {
  it('ROLE-15 is every endpoint that writes', () => {
    expect(Object.keys(WRITES).toSorted()).toEqual(WRITING_ENDPOINTS.map(({ operationId }) => operationId).toSorted())
  })

  it('ROLE-15 is let through when the owner does it', { timeout: 120_000 }, async () => {
    const api = await openApi({ store: memoryStore(), dispose: async () => undefined })
    onTestFinished(() => api.close())
    const tries = fc.sample(choices, { numRuns: TRIES })
    const shared = await ownersTrial(api)
    for (const operation of OPERATIONS) {
      // Hard deletes, and requests for what this service does not support.
      const isNeverAllowed = WRITING_ENDPOINTS.some(
        ({ operationId, status, errors = [] }) =>
          operationId === operation && (status === 405 || errors.includes('not_implemented')),
      )
      // The effects of earlier operations may prevent it, so it also runs in a new world.
      const isAllowed = (await shared(operation, tries)) || (await (await ownersTrial(api))(operation, tries))
      expect(isAllowed, operation).toBe(!isNeverAllowed)
    }
  })
})
