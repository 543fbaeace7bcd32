import type { ChangeBus, ChangeBusOptions, ChangeBusStatus, ProjectChange } from '../../data/change-bus.ts'
import { StoreUnavailable } from '../../data/store-errors.ts'
import { letExit, pause } from '../../foundation/time/pause.ts'
import { readChangeMessage, writeChangeMessage } from './change-message.ts'
import { ChangeOutbox } from './change-outbox.ts'

/** A connection over which instances notify each other of changes. */
export interface ChangeChannel {
  /** Resolves when the message is sent to all instances, including this one. */
  send(message: string): Promise<void>
  /** Resolves when the other end responds. */
  check(): Promise<void>
  /** Drops the connection immediately, without waiting for the other end. */
  close(): void
}

/** The events that a channel reports to the bus that opened it. */
export interface ChannelEvents {
  onMessage(message: string): void
  /** The connection is no longer usable. May be called repeatedly, and before the channel is open. */
  onLost(error: unknown): void
}

/**
 * Opens a connection that already receives messages. It must reject within a few seconds when there is no response.
 *
 * @param signal aborted when the connection is no longer needed
 */
export type OpenChannel = (events: ChannelEvents, signal: AbortSignal) => Promise<ChangeChannel>

/** The pause between messages: a burst of changes sends at most fifty messages a second. */
const SEND_INTERVAL_MS = 20
const RESEND_INTERVAL_MS = 1000
/** How often the connection is checked: a connection that the network dropped silently is noticed within this time. */
const CHECK_INTERVAL_MS = 3000
const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 2000
/** The pause after a permanent failure: the setup of the other end may have been fixed by then. */
const PERMANENT_RETRY_MS = 60_000
/**
 * How far instances spread their checks after an outage. It breaks the connections of all instances in the same moment,
 * and they must not all query the store in the next.
 */
const GAP_SPREAD_MS = 1000
/** A connection that lasted for less counts as failed. */
const STABLE_MS = 1000
const CLOSE_TIMEOUT_MS = 300

/**
 * Returns a bus between processes, over the connection that `open` creates. It connects automatically, and reconnects
 * after each outage, with growing pauses that differ between instances. After a reconnect, listeners are notified that
 * they may have missed changes. `onError` receives one error for each outage.
 */
export function remoteChangeBus(open: OpenChannel, options: ChangeBusOptions): ChangeBus {
  const bus = new RemoteChangeBus(open, options)
  void bus.run()
  return bus
}

interface Subscription {
  readonly listener: (change: ProjectChange) => void
  readonly onGap: (() => void) | undefined
}

class RemoteChangeBus implements ChangeBus {
  readonly gapSpreadMs = GAP_SPREAD_MS
  readonly #open: OpenChannel
  readonly #onError: (error: unknown) => void
  readonly #from = crypto.randomUUID()
  // Bound: OUT-8 bus-listeners
  readonly #subscriptions = new Set<Subscription>()
  readonly #outbox = new ChangeOutbox()
  readonly #closing = new AbortController()
  #channel: ChangeChannel | undefined
  #sending: Promise<void> | undefined
  #lagMs: number | null = null
  #isInTrouble = false

  constructor(open: OpenChannel, { onError }: ChangeBusOptions) {
    this.#open = open
    this.#onError = onError
  }

  publish(change: ProjectChange): void {
    this.#outbox.add(change)
    this.#send()
  }

  subscribe(listener: (change: ProjectChange) => void, onGap?: () => void): () => void {
    const subscription = { listener, onGap }
    this.#subscriptions.add(subscription)
    return () => this.#subscriptions.delete(subscription)
  }

  status(): ChangeBusStatus {
    return { connected: this.#channel !== undefined, lagMs: this.#lagMs }
  }

  /** Closes the bus. It first sends pending announcements, if that does not take long. */
  async close(): Promise<void> {
    this.#subscriptions.clear()
    const inTime = pause(CLOSE_TIMEOUT_MS, this.#closing.signal)
    // None of the other timers keeps the process alive, and the caller may have no other work.
    const alive = setTimeout(() => undefined, CLOSE_TIMEOUT_MS)
    if (this.#channel) await Promise.race([this.#sending, inTime])
    clearTimeout(alive)
    this.#closing.abort()
    this.#channel?.close()
    this.#channel = undefined
  }

  /** Connects, and reconnects whenever the connection is lost, until the bus is closed. */
  async run(): Promise<void> {
    const { signal } = this.#closing
    for (let failures = 0; !signal.aborted; failures++) {
      const startedAt = performance.now()
      const error = await this.#connectOnce(signal)
      if (signal.aborted) return
      this.#complain(error)
      if (performance.now() - startedAt > STABLE_MS) failures = 0
      await pause(isPermanent(error) ? PERMANENT_RETRY_MS : retryDelayMs(failures), signal)
    }
  }

  /** Resolves with the reason when connecting failed or the connection was lost. */
  async #connectOnce(signal: AbortSignal): Promise<unknown> {
    const { promise: lost, resolve: onLost } = Promise.withResolvers<unknown>()
    const onMessage = (message: string) => this.#receive(message)
    signal.addEventListener('abort', onLost)
    try {
      const channel = await this.#open({ onMessage, onLost }, signal)
      await this.#useUntilLost(channel, lost, onLost)
      return await lost
    } catch (error) {
      return error
    } finally {
      signal.removeEventListener('abort', onLost)
    }
  }

  async #useUntilLost(channel: ChangeChannel, lost: Promise<unknown>, onLost: (error: unknown) => void): Promise<void> {
    const timer = setInterval(() => channel.check().catch(onLost), CHECK_INTERVAL_MS)
    letExit(timer)
    this.#channel = channel
    this.#isInTrouble = false
    for (const { onGap } of this.#subscriptions) this.#guard(onGap)
    this.#send()
    await lost
    clearInterval(timer)
    channel.close()
    if (this.#channel === channel) this.#channel = undefined
  }

  #receive(text: string): void {
    const message = readChangeMessage(text)
    if (!message) return
    if (message.from === this.#from) this.#lagMs = performance.now() - message.sentAt
    for (const change of message.changes) {
      for (const { listener } of this.#subscriptions) this.#guard(() => listener(change))
    }
  }

  #send(): void {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined
    })
  }

  async #sendAll(): Promise<void> {
    const { signal } = this.#closing
    while (!this.#outbox.isEmpty && this.#channel && !signal.aborted) {
      const changes = this.#outbox.take()
      try {
        await this.#channel.send(writeChangeMessage({ from: this.#from, sentAt: performance.now(), changes }))
        this.#isInTrouble = false
        await pause(SEND_INTERVAL_MS, signal)
      } catch (error) {
        for (const change of changes) this.#outbox.add(change)
        this.#complain(error)
        await pause(RESEND_INTERVAL_MS, signal)
      }
    }
  }

  #complain(error: unknown): void {
    if (this.#isInTrouble) return
    this.#isInTrouble = true
    this.#report(error)
  }

  /** Calls a listener. Its error affects neither other listeners nor the bus. */
  #guard(call: (() => void) | undefined): void {
    try {
      call?.()
    } catch (error) {
      this.#report(error)
    }
  }

  #report(error: unknown): void {
    try {
      this.#onError(error)
    } catch {
      // There is no further place to report it.
    }
  }
}

function isPermanent(error: unknown): boolean {
  return error instanceof StoreUnavailable && error.isPermanent
}

/**
 * Returns the pause before the next attempt. Half of it is random, so that instances do not all reconnect concurrently.
 */
function retryDelayMs(failures: number): number {
  const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures)
  return longest * (0.5 + Math.random() / 2)
}
