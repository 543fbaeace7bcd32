import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy that behaves like a broken network when it is told to. */
export interface FaultyProxy {
  /** The target's URL, through the proxy. */
  readonly url: string
  /**
   * How often somebody has sent something after an answer, or for the first time, over all connections. Exact while the
   * delay is longer than it takes to send what goes together.
   */
  readonly roundTrips: number
  /** Everything works again; what was held back comes now. */
  heal(): void
  /** Nothing is passed on any more, and nobody is told. */
  stall(): void
  /** Everything is passed on `ms` milliseconds later, in each direction. */
  delay(ms: number): void
  /** Ends every connection; new ones work. */
  cut(): void
  /** Ends every connection, and refuses new ones until it is healed. */
  refuse(): Promise<void>
  dispose(): Promise<void>
}

/** What to pass on of the bytes that a server sends; made anew for each connection. */
export type ServerFilter = () => (chunk: Buffer) => Buffer

export async function startFaultyProxy(targetUrl: string, filter: ServerFilter = () => all): Promise<FaultyProxy> {
  const target = new URL(targetUrl)
  const links = new Set<Link>()
  const fault = { isStalled: false, delayMs: 0, roundTrips: 0 }
  const accept = (client: Socket) => {
    const link = new Link(client, connect(Number(target.port), target.hostname), { fault, filter: filter() })
    links.add(link)
    client.once('close', () => links.delete(link))
  }
  let server = await listen(0, accept)
  const port = portOf(server)
  const url = new URL(targetUrl)
  url.host = `127.0.0.1:${port}`
  const cut = () => {
    for (const link of links) link.end()
  }
  const close = async () => {
    cut()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  return {
    url: url.href,
    get roundTrips() {
      return fault.roundTrips
    },
    heal() {
      Object.assign(fault, { isStalled: false, delayMs: 0 })
      for (const link of links) link.flush()
      if (!server.listening) server = createServer(accept).listen(port, '127.0.0.1')
    },
    stall() {
      fault.isStalled = true
    },
    delay(ms) {
      fault.delayMs = ms
    },
    cut,
    refuse: close,
    dispose: close,
  }
}

const all = (chunk: Buffer) => chunk

interface Fault {
  readonly isStalled: boolean
  readonly delayMs: number
  /** Counted by every link. */
  roundTrips: number
}

interface LinkOptions {
  readonly fault: Fault
  readonly filter: ReturnType<ServerFilter>
}

/** One connection through the proxy. */
class Link {
  readonly #sockets: readonly [Socket, Socket]
  readonly #fault: Fault
  #held: (() => void)[] = []
  #isAnswered = true

  constructor(client: Socket, upstream: Socket, { fault, filter }: LinkOptions) {
    this.#sockets = [client, upstream]
    this.#fault = fault
    this.#pipe(client, upstream, all)
    this.#pipe(upstream, client, filter)
    client.on('data', () => this.#noteSent())
  }

  flush(): void {
    const held = this.#held
    this.#held = []
    for (const pass of held) pass()
  }

  end(): void {
    this.#held = []
    for (const socket of this.#sockets) socket.destroy()
  }

  #noteSent(): void {
    if (this.#isAnswered) this.#fault.roundTrips++
    this.#isAnswered = false
  }

  #pipe(from: Socket, to: Socket, filter: (chunk: Buffer) => Buffer): void {
    const isAnswer = to === this.#sockets[0]
    from.on('data', (chunk) =>
      this.#pass(() => {
        if (isAnswer) this.#isAnswered = true
        return to.destroyed || to.write(filter(chunk))
      }),
    )
    from.on('error', () => undefined)
    from.on('close', () => this.end())
  }

  #pass(pass: () => void): void {
    if (this.#fault.isStalled || this.#held.length > 0) this.#held.push(pass)
    else if (this.#fault.delayMs > 0) setTimeout(pass, this.#fault.delayMs)
    else pass()
  }
}

async function listen(port: number, accept: (client: Socket) => void): Promise<Server> {
  const server = createServer(accept).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function portOf(server: Server): number {
  const address = server.address()
  if (typeof address === 'object' && address) return address.port
  throw new Error('the proxy does not listen')
}
