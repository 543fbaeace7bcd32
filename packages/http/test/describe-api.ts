import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { API_RULES } from './api-rules.ts'
import { type ApiUnderTest, type Exchange, type OpenedStore, openApi } from './support/api-under-test.ts'
import { buildWorld } from './support/world.ts'

export interface ApiSuiteOptions {
  readonly rules?: typeof API_RULES
  /** Whether each subject gets a store of its own, for stores that cost nothing to make and little while they are small. */
  readonly storeBySubject?: boolean
  /** Told of every exchange with an endpoint. */
  readonly onExchange?: (exchange: Exchange) => void
}

/**
 * Declares the suite that says whether the API answers as specified, on one store. Every test lives in an
 * organization of its own, so that they share the store without seeing each other.
 */
export function describeApi(
  name: string,
  createStore: () => Promise<OpenedStore>,
  { rules = API_RULES, storeBySubject = false, onExchange }: ApiSuiteOptions = {},
): void {
  describe(`the API on ${name}`, () => {
    const shared = storeBySubject ? undefined : apiForTests(createStore, onExchange)
    for (const [title, declare] of Object.entries(rules)) {
      describe(title, () => {
        const api = shared ?? apiForTests(createStore, onExchange)
        declare((options) => buildWorld(api(), options))
      })
    }
  })
}

/** Opens the API before the tests of the suite that is being declared, and closes it after them. */
function apiForTests(
  createStore: () => Promise<OpenedStore>,
  onExchange?: (exchange: Exchange) => void,
): () => ApiUnderTest {
  let opened: ApiUnderTest | undefined
  const api = (): ApiUnderTest => {
    if (!opened) throw new Error('the API is not open yet')
    return opened
  }
  beforeAll(async () => {
    opened = await openApi(await createStore(), onExchange)
  })
  afterAll(() => opened?.close())
  afterEach(() => expect(api().takeErrors(), 'failures that nobody foresaw').toEqual([]))
  return api
}
