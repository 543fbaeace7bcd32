import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { API_RULES } from './api-rules.ts'
import { type ApiUnderTest, type OpenedStore, openApi } from './support/api-under-test.ts'
import { buildWorld } from './support/world.ts'

/**
 * Declares the suite that says whether the API answers as specified, on one store. Every test lives in an
 * organization of its own, so that they share the store without seeing each other.
 */
export function describeApi(name: string, createStore: () => Promise<OpenedStore>, apiRules = API_RULES): void {
  describe(`the API on ${name}`, () => {
    let opened: ApiUnderTest | undefined
    const api = (): ApiUnderTest => {
      if (!opened) throw new Error('the API is not open yet')
      return opened
    }
    beforeAll(async () => {
      opened = await openApi(await createStore())
    })
    afterAll(() => opened?.close())
    afterEach(() => expect(api().takeErrors(), 'failures that nobody foresaw').toEqual([]))

    for (const [title, declare] of Object.entries(apiRules)) {
      describe(title, () => declare((options) => buildWorld(api(), options)))
    }
  })
}
