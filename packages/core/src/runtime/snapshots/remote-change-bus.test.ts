import { describe, expect, it, onTestFinished } from 'vitest'
import type { ChangeBus, ProjectChange } from '../../data/change-bus.ts'
import { StoreUnavailable } from '../../data/store-errors.ts'
import { type ChannelEvents, remoteChangeBus } from './remote-change-bus.ts'

/** A message server: while it is up, every member receives every message. */
class Exchange {
  readonly sent: string[] = []
  opened = 0
  isUp = true
  answers = true
  readonly #members = new Set<ChannelEvents>()

  open = async (events: ChannelEvents, signal: AbortSignal) => {
    this.opened++
    if (!this.answers) await new Promise((_, reject) => signal.addEventListener('abort', reject))
    if (!this.isUp) throw new Error('nobody there')
    this.#members.add(events)
    return {
      send: async (message: string) => {
        if (!this.answers) await new Promise(() => undefined)
        if (!this.isUp) throw new Error('not sent')
        this.sent.push(message)
        this.say(message)
      },
      check: async () => undefined,
      close: () => void this.#members.delete(events),
    }
  }

  say(message: string): void {
    for (const { onMessage } of this.#members) onMessage(message)
  }

  cut(): void {
    const members = [...this.#members]
    this.#members.clear()
    for (const { onLost } of members) onLost(new Error('cut'))
  }
}

function busOn(exchange: Exchange, errors: unknown[] = []): ChangeBus {
  const bus = remoteChangeBus(exchange.open, { onError: (error) => errors.push(error) })
  onTestFinished(() => bus.close())
  return bus
}

function listenTo(bus: ChangeBus) {
  const heard: ProjectChange[] = []
  const heardOf = { changes: heard, gaps: 0 }
  bus.subscribe(
    (change) => heard.push(change),
    () => heardOf.gaps++,
  )
  return heardOf
}

const isConnected = (bus: ChangeBus) => bus.status?.().connected

class Permanent extends StoreUnavailable {
  override readonly isPermanent = true
}

describe('a bus between processes', () => {
  it('PG-5 reports a permanent failure once, and does not try again within seconds', async () => {
    const errors: unknown[] = []
    let opened = 0
    const open = async () => {
      opened++
      throw new Permanent('not through this pooler')
    }
    const bus = remoteChangeBus(open, { onError: (error) => errors.push(error) })
    onTestFinished(() => bus.close())
    bus.publish({ projectId: 1, version: 2 })
    await expect.poll(() => errors).toHaveLength(1)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect({ opened, errors: errors.length }).toEqual({ opened: 1, errors: 1 })
  })

  it('PROP-1 tells everyone, and says how long that took', async () => {
    const exchange = new Exchange()
    const [one, other] = [busOn(exchange), busOn(exchange)]
    const heard = listenTo(other)
    await expect.poll(() => isConnected(one) && isConnected(other)).toBe(true)
    expect(one.status?.().lagMs).toBeNull()
    one.publish({ projectId: 1, version: 2 })
    await expect.poll(() => heard.changes).toEqual([{ projectId: 1, version: 2 }])
    expect(one.status?.().lagMs).toBeGreaterThanOrEqual(0)
    expect(other.status?.().lagMs).toBeNull()
  })

  it('PROP-1 makes a storm a few messages', async () => {
    const exchange = new Exchange()
    const bus = busOn(exchange)
    const heard = listenTo(bus)
    await expect.poll(() => isConnected(bus)).toBe(true)
    for (let version = 1; version <= 1000; version++) bus.publish({ projectId: 1 + (version % 3), version })
    await expect.poll(() => heard.changes.at(-1)?.version).toBe(1000)
    expect(exchange.sent.length).toBeLessThanOrEqual(3)
    expect(heard.changes).toContainEqual({ projectId: 1 + (999 % 3), version: 999 })
  })

  it('PROP-4 comes back after an outage, tells of the gap, and announces what it could not', async () => {
    const exchange = new Exchange()
    const errors: unknown[] = []
    const bus = busOn(exchange, errors)
    const heard = listenTo(bus)
    await expect.poll(() => heard.gaps).toBe(1)
    exchange.isUp = false
    exchange.cut()
    await expect.poll(() => isConnected(bus)).toBe(false)
    bus.publish({ projectId: 1, version: 2 })
    await expect.poll(() => exchange.opened).toBeGreaterThan(2)
    expect(heard.changes).toEqual([])
    exchange.isUp = true
    await expect.poll(() => heard.changes, { timeout: 5000 }).toEqual([{ projectId: 1, version: 2 }])
    expect(heard.gaps).toBe(2)
    expect(errors).toEqual([new Error('cut')])
  })

  it('PROP-4 connects late to who is not there yet', async () => {
    const exchange = new Exchange()
    exchange.isUp = false
    const errors: unknown[] = []
    const bus = busOn(exchange, errors)
    await expect.poll(() => errors).toEqual([new Error('nobody there')])
    exchange.isUp = true
    await expect.poll(() => isConnected(bus), { timeout: 5000 }).toBe(true)
  })

  it('PROP-4 announces later what could not be sent over a connection that stays', async () => {
    const exchange = new Exchange()
    const errors: unknown[] = []
    const bus = busOn(exchange, errors)
    const heard = listenTo(bus)
    await expect.poll(() => isConnected(bus)).toBe(true)
    exchange.isUp = false
    bus.publish({ projectId: 1, version: 2 })
    await expect.poll(() => errors).toEqual([new Error('not sent')])
    bus.publish({ projectId: 1, version: 3 })
    exchange.isUp = true
    await expect.poll(() => heard.changes, { timeout: 5000 }).toEqual([{ projectId: 1, version: 3 }])
  })

  it('PROP-4 is not harmed by a listener that fails, nor by who is told of it', async () => {
    const exchange = new Exchange()
    const bus = remoteChangeBus(exchange.open, {
      onError: () => {
        throw new Error('no log either')
      },
    })
    onTestFinished(() => bus.close())
    bus.subscribe(() => {
      throw new Error('deaf')
    })
    const heard = listenTo(bus)
    await expect.poll(() => isConnected(bus)).toBe(true)
    bus.publish({ projectId: 1, version: 2 })
    await expect.poll(() => heard.changes).toHaveLength(1)
  })

  it('PROP-5 does not listen to what is no message', async () => {
    const exchange = new Exchange()
    const bus = busOn(exchange)
    const heard = listenTo(bus)
    await expect.poll(() => isConnected(bus)).toBe(true)
    for (const text of ['', 'hello', '{"from":1}']) exchange.say(text)
    bus.publish({ projectId: 1, version: 2 })
    await expect.poll(() => heard.changes).toEqual([{ projectId: 1, version: 2 }])
  })

  it('PROP-6 sends before it closes what waits to be announced', async () => {
    const exchange = new Exchange()
    const [bus, other] = [busOn(exchange), busOn(exchange)]
    const heard = listenTo(other)
    await expect.poll(() => isConnected(bus) && isConnected(other)).toBe(true)
    bus.publish({ projectId: 1, version: 2 })
    bus.publish({ projectId: 1, version: 3 })
    await bus.close()
    await expect.poll(() => heard.changes.at(-1)).toEqual({ projectId: 1, version: 3 })
  })

  it.for(['before it is connected', 'while a message is on its way'])(
    'PROP-6 closes in time when the server hangs %s',
    async (when) => {
      const exchange = new Exchange()
      exchange.answers = when !== 'before it is connected'
      const errors: unknown[] = []
      const bus = busOn(exchange, errors)
      if (exchange.answers) await expect.poll(() => isConnected(bus)).toBe(true)
      exchange.answers = false
      bus.publish({ projectId: 1, version: 2 })
      const startedAt = performance.now()
      await bus.close()
      expect(performance.now() - startedAt).toBeLessThan(500)
      expect(errors).toEqual([])
    },
  )
})
