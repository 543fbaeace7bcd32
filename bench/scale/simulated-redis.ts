import { EventEmitter } from 'node:events'
import { type ChangeChannel, type ChannelEvents, RENEW_AFTER_MS } from '@flagdeck/core/store'
import { type RedisClient, retryDelayMs } from '../../packages/redis/src/redis-client.ts'
import type { RedisLink } from '../../packages/redis/src/redis-link.ts'
import { Tally } from './tally.ts'
import type { VirtualTime } from './virtual-time.ts'

/** CPU time of one command, in milliseconds: 100,000 commands a second. */
const COMMAND_MS = 0.01
const ROUND_TRIP_MS = 1
/** How long a connection waits for a response. */
export const REDIS_TIMEOUT_MS = 100
/** Two keys and five values. */
const KEEP_ARGUMENTS = 7

interface Kept {
  readonly uuid: unknown
  readonly version: number
  readonly confirmedAtMs: number
  readonly packed: Buffer
}

/** A Redis that many instances share: the few commands that Flagdeck sends, executed sequentially, and outages. */
export class SimulatedRedis {
  readonly commands: Tally<'command' | 'message'>
  readonly time: VirtualTime
  readonly #kept = new Map<string, Kept>()
  readonly #loading = new Map<string, { readonly instance: unknown; readonly untilMs: number }>()
  readonly #clients = new Set<SimulatedClient>()
  readonly #subscribers = new Set<ChannelEvents>()
  #isUp = true
  #busyUntilMs = 0

  constructor(time: VirtualTime) {
    this.time = time
    this.commands = new Tally(() => time.now())
  }

  get isUp(): boolean {
    return this.#isUp
  }

  /** Closes every connection; new ones can be opened. */
  cut(): void {
    const lost = new Error('Redis closed the connection.')
    for (const client of this.#clients) client.lose()
    for (const { onLost } of [...this.#subscribers]) onLost(lost)
    this.#subscribers.clear()
  }

  goAway(): void {
    this.#isUp = false
    this.cut()
  }

  comeBack(): void {
    this.#isUp = true
  }

  /** Deletes all data. */
  empty(): void {
    this.#kept.clear()
    this.#loading.clear()
  }

  openClient(): RedisClient {
    const client = new SimulatedClient(this)
    this.#clients.add(client)
    // It has the methods that are used here.
    return client as unknown as RedisClient
  }

  /** Opens a channel like the bus's own connection, on the simulated connection. */
  async openChannel(events: ChannelEvents, link: RedisLink): Promise<ChangeChannel> {
    await this.#answer('command')
    this.#subscribers.add(events)
    return {
      send: async (message) => {
        const receivers = await link.run((client) => client.publish('changes', message))
        if (receivers === undefined) throw new Error('Redis takes no announcement of changes now.')
      },
      check: () => this.#answer('command'),
      close: () => void this.#subscribers.delete(events),
    }
  }

  async publish(message: string): Promise<number> {
    await this.#answer('command')
    for (const { onMessage } of this.#subscribers) {
      this.commands.count('message')
      onMessage(message)
    }
    return this.#subscribers.size
  }

  async find(key: string): Promise<Buffer | null> {
    await this.#answer('command')
    return this.#kept.get(key)?.packed ?? null
  }

  /** Runs the scripts of the definitions cache, which differ in their number of arguments. */
  async eval(args: readonly unknown[]): Promise<unknown> {
    await this.#answer('command')
    const [definitions, loading, ...rest] = args
    const keys = [String(definitions), String(loading)] as const
    switch (rest.length) {
      case 2:
        return this.#claim(keys, rest)
      case 6:
        return this.#beginKeeping(keys, rest)
      case 5:
        return this.#keep(keys, rest)
      default:
        throw new Error(`there is no script of ${rest.length} arguments`)
    }
  }

  async ping(): Promise<void> {
    await this.#answer('command')
  }

  async forget(keys: readonly string[]): Promise<void> {
    await this.#answer('command')
    for (const key of keys) this.#kept.delete(key)
  }

  #claim([definitions, loading]: readonly [string, string], [instance, ms]: readonly unknown[]): 0 | 1 {
    return !this.#kept.has(definitions) && this.#mayLoad(loading, instance, Number(ms)) ? 1 : 0
  }

  #beginKeeping([definitions, loading]: readonly [string, string], args: readonly unknown[]): string {
    const [uuid, version, confirmed, , instance, ms] = args
    if (this.#isKept(definitions, uuid, Number(version), Number(confirmed))) return 'kept'
    return this.#mayLoad(loading, instance, Number(ms)) ? 'yours' : 'busy'
  }

  #keep([definitions, loading]: readonly [string, string], args: readonly unknown[]): 1 {
    const [uuid, version, confirmed, , packed] = args
    if (!this.#isKept(definitions, uuid, Number(version), Number(confirmed))) {
      const confirmedAtMs = Number(confirmed)
      this.#kept.set(definitions, { uuid, version: Number(version), confirmedAtMs, packed: packed as Buffer })
    }
    this.#loading.delete(loading)
    return 1
  }

  #isKept(key: string, uuid: unknown, version: number, confirmedAtMs: number): boolean {
    const kept = this.#kept.get(key)
    if (!kept || kept.uuid !== uuid) return false
    return kept.version > version || (kept.version === version && confirmedAtMs - kept.confirmedAtMs < RENEW_AFTER_MS)
  }

  #mayLoad(key: string, instance: unknown, ms: number): boolean {
    const now = this.time.now()
    const loading = this.#loading.get(key)
    if (loading && loading.untilMs > now) return loading.instance === instance
    this.#loading.set(key, { instance, untilMs: now + ms })
    return true
  }

  async #answer(kind: 'command'): Promise<void> {
    if (!this.#isUp) throw new Error('connect ECONNREFUSED')
    this.commands.count(kind)
    const now = this.time.now()
    this.#busyUntilMs = Math.max(now, this.#busyUntilMs) + COMMAND_MS
    await new Promise<void>((resolve) => void setTimeout(resolve, this.#busyUntilMs - now + ROUND_TRIP_MS))
    if (!this.#isUp) throw new Error('Redis closed the connection.')
  }
}

/** A connection that reconnects automatically, with the pauses of the real one. */
class SimulatedClient extends EventEmitter {
  status = 'connecting'
  readonly #redis: SimulatedRedis
  #attempts = 0

  constructor(redis: SimulatedRedis) {
    super()
    this.#redis = redis
    setTimeout(() => this.#tryToConnect(), ROUND_TRIP_MS)
  }

  lose(): void {
    if (this.status !== 'ready') return
    this.status = 'reconnecting'
    this.emit('close')
    this.#tryLater()
  }

  publish(_: string, message: string): Promise<number> {
    return this.#redis.publish(message)
  }

  async hgetBuffer(key: string): Promise<Buffer | null> {
    const isWaitedFor = this.#patience()
    const packed = await this.#redis.find(key)
    // The caller now unpacks it.
    if (packed && isWaitedFor()) this.#redis.time.hold()
    return packed
  }

  async eval(_: string, __: number, ...args: readonly unknown[]): Promise<unknown> {
    const isWaitedFor = this.#patience()
    if (args.length === KEEP_ARGUMENTS) this.#redis.time.release()
    const answer = await this.#redis.eval(args)
    // The caller now packs the definitions, until it sends them.
    if (answer === 'yours' && isWaitedFor()) this.#redis.time.hold()
    return answer
  }

  async set(): Promise<string> {
    await this.#redis.ping()
    return 'OK'
  }

  async ping(): Promise<string> {
    await this.#redis.ping()
    return 'PONG'
  }

  del(...keys: readonly string[]): Promise<void> {
    return this.#redis.forget(keys)
  }

  /** Returns a function that returns whether the caller still waits for the command that starts now. */
  #patience(): () => boolean {
    const { time } = this.#redis
    const askedAt = time.now()
    return () => time.now() - askedAt < REDIS_TIMEOUT_MS
  }

  #tryToConnect(): void {
    if (this.#redis.isUp) this.#connect()
    else this.#tryLater()
  }

  #connect(): void {
    this.#attempts = 0
    this.status = 'ready'
    this.emit('ready')
  }

  #tryLater(): void {
    setTimeout(() => this.#tryToConnect(), retryDelayMs(++this.#attempts))
  }
}
