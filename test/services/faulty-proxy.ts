import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP proxy that behaves like a broken network when it is told to. */
export interface FaultyProxy {
  /** The target's URL, through the proxy. */
  readonly url: string
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

/** What looks at the bytes of a connection. */
export interface Tap {
  /** Told what the client sends, before it is passed on. */
  sent?(chunk: Buffer): void
  /** Told what the server sends, when it is passed on; answers what is passed on of it. */
  answered(chunk: Buffer): Buffer
}

/** Makes one for each connection. */
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
