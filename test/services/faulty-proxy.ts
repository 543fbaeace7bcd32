import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy that can simulate a broken network. */
export interface FaultyProxy {
  /** The URL of the target through the proxy. */
  readonly url: string
  /** Restores normal operation; data that was held back is delivered. */
  heal(): void
  /** Stops passing data on, without closing connections. */
  stall(): void
  /** Passes everything on `ms` milliseconds later, in each direction. */
  delay(ms: number): void
  /** Closes every connection; new connections work. */
  cut(): void
  /** Closes every connection, and refuses new ones until `heal` is called. */
  refuse(): Promise<void>
  dispose(): Promise<void>
}

/** Observes the bytes of a connection. */
export interface Tap {
  /** Called with data from the client before it is passed on. */
  sent?(chunk: Buffer): void
  /** Called with data from the server. Returns the data to pass on. */
  answered(chunk: Buffer): Buffer
}

/** Creates a tap for each connection. */
export type MakeTap = () => Tap

export async function startFaultyProxy(targetUrl: string, makeTap: MakeTap = () => UNSEEN): Promise<FaultyProxy> {
  const target = new URL(targetUrl)
  const links = new Set<Link>()
  const fault = { isStalled: false, delayMs: 0 }
  const accept = (client: Socket) => {
    const link = new Link(client, connect(Number(target.port), target.hostname), { fault, tap: makeTap() })
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

const UNSEEN: Tap = { answered: (chunk) => chunk }

interface Fault {
  readonly isStalled: boolean
  readonly delayMs: number
}

interface LinkOptions {
  readonly fault: Fault
  readonly tap: Tap
}

/** One connection through the proxy. */
class Link {
  readonly #sockets: readonly [Socket, Socket]
  readonly #fault: Fault
  #held: (() => void)[] = []

  constructor(client: Socket, upstream: Socket, { fault, tap }: LinkOptions) {
    this.#sockets = [client, upstream]
    this.#fault = fault
    client.on('data', (chunk) => tap.sent?.(chunk))
    this.#pipe(client, upstream, (chunk) => chunk)
    this.#pipe(upstream, client, (chunk) => tap.answered(chunk))
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

  #pipe(from: Socket, to: Socket, kept: (chunk: Buffer) => Buffer): void {
    from.on('data', (chunk) => this.#pass(() => to.destroyed || to.write(kept(chunk))))
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
