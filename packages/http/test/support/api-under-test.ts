import { createFlagdeck, type Flagdeck, type Limits, type Store } from '@flagdeck/core'
import { type FixedClock, fixedClock, type QuickPasswords, quickPasswords } from '@flagdeck/core/fixtures'
import { flagdeckApplication } from '../../src/api/flagdeck-application.ts'
import type { Application } from '../../src/rest/application.ts'
import type { Endpoint } from '../../src/rest/endpoint.ts'
import type { PlainRequestOptions } from '../../src/rest/plain-request.ts'
import type { ApiResponse } from './api-response.ts'

/** A store on which a suite of rules runs. */
export interface OpenedStore {
  readonly store: Store
  /** Removes what the store leaves behind. Called after it was closed. */
  dispose(): Promise<void>
}

/** A request to an endpoint, and its response. */
export interface Exchange {
  readonly endpoint: Endpoint
  readonly method: string
  readonly url: string
  readonly request: PlainRequestOptions
  readonly response: ApiResponse
}

/** The whole API over one store, as the tests call it. */
export interface ApiUnderTest {
  readonly deck: Flagdeck
  readonly clock: FixedClock
  readonly application: Application
  readonly passwords: QuickPasswords
  /** The number of started writes to the store. While it is unchanged, no stored data can have changed. */
  writesBegun(): number
  /** The failures with a status of 500 or above since the last call. */
  takeErrors(): readonly unknown[]
  /** The endpoint that handled the request with this id; null when none did. */
  endpointOf(requestId: string): Endpoint | null | undefined
  /** Called with every exchange, for suites that need them. */
  readonly onExchange: ((exchange: Exchange) => void) | undefined
  close(): Promise<void>
}

export async function openApi(
  { store, dispose }: OpenedStore,
  onExchange?: (exchange: Exchange) => void,
  limits: Partial<Limits> = {},
): Promise<ApiUnderTest> {
  const clock = fixedClock()
  const errors: unknown[] = []
  const answeredBy = new Map<string, Endpoint | null>()
  let writes = 0
  const write: Store['write'] = (work, options) => {
    writes++
    return store.write(work, options)
  }
  const passwords = quickPasswords()
  const onError = (error: unknown) => {
    // No failure: the response contains the warning, too (FLAG-148).
    if (!(error instanceof Error && error.name === 'FlagWarning')) errors.push(error)
  }
  const deck = await createFlagdeck({ store: { ...store, write }, clock, passwords, onError, limits })
  const application = flagdeckApplication(deck.context, {
    rateLimit: 'off',
    onError: (error) => errors.push(error),
    onResponse: ({ requestId, endpoint }) => answeredBy.set(requestId, endpoint),
  })
  return {
    deck,
    clock,
    application,
    passwords,
    writesBegun: () => writes,
    takeErrors: () => errors.splice(0),
    endpointOf(requestId) {
      const endpoint = answeredBy.get(requestId)
      answeredBy.delete(requestId)
      return endpoint
    },
    onExchange,
    async close() {
      await deck.close()
      await dispose()
    },
  }
}
