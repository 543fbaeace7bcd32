import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { API_RULES } from './api-rules.ts'
import { type ApiUnderTest, type Exchange, type OpenedStore, openApi } from './support/api-under-test.ts'
import { buildWorld } from './support/world.ts'

export interface ApiSuiteOptions {
  readonly rules?: typeof API_RULES
  /** Whether each subject gets a separate store, for stores that are cheap to create and use. */
  readonly storeBySubject?: boolean
  /** Called with every exchange with an endpoint. */
  readonly onExchange?: (exchange: Exchange) => void
}

/**
 * Declares the suite that checks the API against its rules, on one store. Each test has a separate organization, so
 * tests share the store without affecting each other.
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

/** Opens the API before the tests of the current suite, and closes it after them. */
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
