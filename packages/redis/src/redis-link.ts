import { setTimeout as delay } from 'node:timers/promises'
import type { RedisClient } from './redis-client.ts'
import { RedisTrouble, redisTrouble } from './redis-trouble.ts'

export interface RedisLinkOptions {
  /** The maximum wait for a command, in milliseconds. */
  readonly timeoutMs: number
  /** Called once for each outage. */
  readonly onError: (error: RedisTrouble) => void
}

/** After this many consecutive time-outs, no command is sent. */
const MAX_TIMEOUTS = 3
const PROBE_INTERVAL_MS = 500
/** The time before a client that no longer reconnects is connected again. */
const REVIVAL_PAUSE_MS = 500
/** Redis may refuse every write, for example because it is full. Only one refusal is reported in this time. */
const REFUSAL_REPORT_INTERVAL_MS = 60_000
const TIMED_OUT = Symbol('timed out')

/**
 * A client that never throws: a command without a reply in time returns `undefined`. While Redis is unavailable or
 * slow, no command is sent, so calls cost nothing. A background probe notices when it is back.
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

  /** Whether commands are currently sent. */
  get isUp(): boolean {
    return this.client.status === 'ready' && !this.#isSlow
  }

  /** Returns the reply to a command; undefined if Redis is unavailable, too slow, or refuses the command. */
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
   * Connects a client that has stopped for good. It stops in spite of its retry strategy if Sentinels report a
   * fail-over while it queries one of them for the primary.
   */
  async #revive(): Promise<void> {
    await this.#pause(REVIVAL_PAUSE_MS)
    // The client reports failures by its events.
    if (!this.#closing.signal.aborted) await this.client.connect().catch(() => undefined)
  }

  /** Resolves immediately when the link is closed, and does not prevent the process from ending. */
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

  /** Reports a failed command. If the connection was lost, the events of the client have already reported it. */
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
    // Replies that have already arrived are read first: a busy process does not mean that Redis is slow.
    timer = setTimeout(() => setImmediate(resolve, TIMED_OUT), timeoutMs)
  })
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
  }
}
