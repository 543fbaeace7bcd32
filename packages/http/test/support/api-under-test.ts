import { createFlagdeck, type Flagdeck, type Limits, type Store } from '@flagdeck/core'
import { type FixedClock, fixedClock, type QuickPasswords, quickPasswords } from '@flagdeck/core/fixtures'
import { flagdeckApplication } from '../../src/api/flagdeck-application.ts'
import type { Application } from '../../src/rest/application.ts'
import type { Endpoint } from '../../src/rest/endpoint.ts'
import type { PlainRequestOptions } from '../../src/rest/plain-request.ts'
import type { ApiResponse } from './api-response.ts'

/** A store that a suite of rules runs on. */
export interface OpenedStore {
  readonly store: Store
  /** Removes what the store leaves behind, after it was closed. */
  dispose(): Promise<void>
}

/** What somebody asked an endpoint, and what it answered. */
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
  /** How often somebody has begun to write to the store. While it stays the same, nothing that is kept can have changed. */
  writesBegun(): number
  /** Failures that were answered with a status of 500 or above, since the last call. */
  takeErrors(): readonly unknown[]
  /** The endpoint that answered the request with this id; null when none did. */
  endpointOf(requestId: string): Endpoint | null | undefined
  /** Told of every exchange that a suite is interested in. */
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
    // Nothing failed: the response has the warning, too (FLAG-148).
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
