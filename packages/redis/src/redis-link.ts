import { setTimeout as delay } from 'node:timers/promises'
import type { RedisClient } from './redis-client.ts'
import { RedisTrouble, redisTrouble } from './redis-trouble.ts'

export interface RedisLinkOptions {
  /** How long anybody waits for Redis, in milliseconds. */
  readonly timeoutMs: number
  /** Told once about each outage. */
  readonly onError: (error: RedisTrouble) => void
}

/** So many time-outs in a row, and nobody waits any more. */
const MAX_TIMEOUTS = 3
const PROBE_INTERVAL_MS = 500
/** Before a client is told to connect that does so no more. */
const REVIVAL_PAUSE_MS = 500
/** A Redis that is full, say, refuses every write; that is not worth a line each time. */
const REFUSAL_REPORT_INTERVAL_MS = 60_000
const TIMED_OUT = Symbol('timed out')

/**
 * A client whose failures are nobody's: a command that cannot be answered in time answers `undefined`. While Redis is
 * away or slow, nothing is sent, so that asking costs nothing; a probe in the background finds out when it is back.
 */
export class RedisLink {
  readonly client: RedisClient
  readonly #options: RedisLinkOptions
  readonly #closing = new AbortController()
  #timeouts = 0
  #isSlow = false
  #isReported = false
  #refusalReportedAt = Number.NEGATIVE_INFINITY

  constructor(client: RedisClient, options: RedisLinkOptions) {
    this.client = client
    this.#options = options
    // Without a listener, an error would end the process.
    client.on('error', (error) => this.#reportOutage(error))
    client.on('close', () => this.#reportOutage(new RedisTrouble('Redis closed the connection.')))
    client.on('ready', () => this.#isBack())
    client.on('end', () => void this.#revive())
  }

  /** Whether commands are sent now. */
  get isUp(): boolean {
    return this.client.status === 'ready' && !this.#isSlow
  }

  /** What a command answers; undefined when Redis is away, too slow, or refuses. */
  async run<T>(
    command: (client: RedisClient) => Promise<T>,
    timeoutMs = this.#options.timeoutMs,
  ): Promise<T | undefined> {
    if (!this.isUp) return undefined
    try {
      const answer = await inTime(command(this.client), timeoutMs)
      if (answer !== TIMED_OUT) {
        this.#timeouts = 0
        return answer
      }
      if (++this.#timeouts >= MAX_TIMEOUTS) this.#becomeSlow(timeoutMs)
    } catch (error) {
      this.#reportRefusal(error)
    }
    return undefined
  }

  close(): void {
    this.#closing.abort()
    this.client.disconnect()
  }

  #becomeSlow(timeoutMs: number): void {
    if (this.#isSlow) return
    this.#isSlow = true
    this.#reportOutage(new RedisTrouble(`Redis does not answer within ${timeoutMs} ms: continuing without it.`))
    void this.#probe()
  }

  /**
   * Whatever its retry strategy says, a client ends for good when Sentinels tell of a fail-over while it is asking one
   * of them for the primary.
   */
  async #revive(): Promise<void> {
    await this.#pause(REVIVAL_PAUSE_MS)
    // What goes wrong then, its events tell.
    if (!this.#closing.signal.aborted) await this.client.connect().catch(() => undefined)
  }

  /** Ends at once when the link is closed, and keeps no process alive. */
  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined)
  }

  async #probe(): Promise<void> {
    while (this.#isSlow && !this.#closing.signal.aborted) {
      await this.#pause(PROBE_INTERVAL_MS)
      if (this.client.status === 'ready' && (await this.#answersProbe())) this.#isBack()
    }
  }

  async #answersProbe(): Promise<boolean> {
    const answer = await inTime(this.client.ping(), this.#options.timeoutMs).catch(() => TIMED_OUT)
    return answer !== TIMED_OUT
  }

  #isBack(): void {
    this.#isSlow = false
    this.#isReported = false
    this.#timeouts = 0
  }

  #reportOutage(error: unknown): void {
    if (this.#isReported || this.#closing.signal.aborted) return
    this.#isReported = true
    this.#options.onError(redisTrouble(error))
  }

  /** Of a connection that is lost, the client itself tells. */
  #reportRefusal(error: unknown): void {
    const now = performance.now()
    if (this.client.status !== 'ready' || now - this.#refusalReportedAt < REFUSAL_REPORT_INTERVAL_MS) return
    this.#refusalReportedAt = now
    this.#options.onError(redisTrouble(error))
  }
}

async function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T | typeof TIMED_OUT> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<typeof TIMED_OUT>((resolve) => {
    // What has come meanwhile is read first: a process that was busy is no slow Redis.
    timer = setTimeout(() => setImmediate(resolve, TIMED_OUT), timeoutMs)
  })
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
  }
}
