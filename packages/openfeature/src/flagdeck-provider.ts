import type { EmbeddedProject, Flagdeck, FlagKey } from '@flagdeck/core'
import { ErrorCode, OpenFeatureEventEmitter, type Provider, ProviderEvents } from '@openfeature/server-sdk'
import { failed, resolveFlag, type ValueType } from './resolve-flag.ts'
import { trackEvent } from './track-event.ts'

/** The project that evaluates flags, and the function that ends its subscriptions. */
interface Connection {
  readonly project: EmbeddedProject
  readonly end: () => void
}

/**
 * Returns a provider with which OpenFeature's server SDK evaluates flags in this process, for applications that embed
 * Flagdeck. For a deck, it uses the first project; pass `await deck.project(…)` for another one. Shutting down the SDK
 * leaves the deck open.
 *
 * @example
 * await OpenFeature.setProviderAndWait(flagdeckProvider(deck))
 * const client = OpenFeature.getClient()
 * if (await client.getBooleanValue('new-checkout', false, { targetingKey: 'user-42' })) showNewCheckout()
 */
export function flagdeckProvider(from: Flagdeck | EmbeddedProject): Provider {
  refuseNoDeck(from)
  const events = new OpenFeatureEventEmitter()
  let connection: Connection | undefined
  const resolver =
    (type: ValueType) =>
    <Value>(key: FlagKey, fallback: Value, context: object) =>
      Promise.resolve(
        connection
          ? resolveFlag(connection.project.flags, { key, type, fallback, context })
          : failed(fallback, ErrorCode.PROVIDER_NOT_READY, 'The provider was not initialized, or is shut down.'),
      )
  return {
    metadata: { name: 'flagdeck' },
    runsOn: 'server',
    events,
    async initialize() {
      connection?.end()
      connection = connect('flags' in from ? from : await from.project(), events)
    },
    async onClose() {
      connection?.end()
      connection = undefined
      // The SDK does not remove its handlers, so it would receive each event twice after it is initialized again.
      events.removeAllHandlers()
    },
    resolveBooleanEvaluation: resolver('boolean'),
    resolveStringEvaluation: resolver('string'),
    resolveNumberEvaluation: resolver('number'),
    resolveObjectEvaluation: resolver('object'),
    track(name, context, details) {
      if (connection) trackEvent(connection.project, { name, context, details })
    },
  }
}

/**
 * Throws a TypeError unless `from` is a deck or a project. Without types, the SDK would otherwise return defaults
 * forever.
 */
function refuseNoDeck(from: unknown): void {
  if (typeof from === 'object' && from !== null && ('flags' in from || 'project' in from)) return
  throw new TypeError('flagdeckProvider needs a deck, or a project of one: flagdeckProvider(deck).')
}

/** Forwards changes of flags, and whether they are stale, to OpenFeature (PROTO-51, PROTO-52). */
function connect(project: EmbeddedProject, events: OpenFeatureEventEmitter): Connection {
  const endChanges = project.flags.onChange((keys) => {
    events.emit(ProviderEvents.ConfigurationChanged, { flagsChanged: [...keys] })
  })
  const endStale = project.flags.onStale((isStale) => {
    events.emit(isStale ? ProviderEvents.Stale : ProviderEvents.Ready)
  })
  const end = () => {
    endChanges()
    endStale()
  }
  return { project, end }
}
