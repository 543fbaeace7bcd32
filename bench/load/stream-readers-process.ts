import { connect, type Socket } from 'node:net'
import type { Readers, ReadersReport } from './stream-readers.ts'

/** One address has some 28,000 ports for outgoing connections, and other tests need some of them. */
const READERS_AN_ADDRESS = 2500
const OPENED_AT_ONCE = 100

let streams = 0
/** The number of streams that have received the current event; undefined before the first one. */
let told: number | undefined

process.on('message', (order: Readers | 'listen') => {
  if (order === 'listen') told = 0
  else void openAll(order)
})

async function openAll({ count, ...rest }: Readers): Promise<void> {
  streams = count
  try {
    for (let first = 0; first < count; first += OPENED_AT_ONCE) {
      const numbers = Array.from({ length: Math.min(OPENED_AT_ONCE, count - first) }, (_, index) => first + index)
      await Promise.all(
        numbers.map((number) => openOne(rest, `127.0.0.${2 + Math.floor(number / READERS_AN_ADDRESS)}`)),
      )
    }
    report({ opened: true })
  } catch (error) {
    report({ failure: String(error) })
  }
}

function openOne({ port, path, headers }: Omit<Readers, 'count'>, localAddress: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', localAddress })
    const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('a stream was closed')))
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      if (text.startsWith('HTTP/1.1 ') && !text.startsWith('HTTP/1.1 200')) return reject(new Error(text.slice(0, 300)))
      // The first event contains the current state.
      if (text.includes('\ndata: ')) hear(resolve)
    })
  })
}

function hear(isOpen: () => void): void {
  isOpen()
  if (told !== undefined && ++told === streams) report({ allToldAt: performance.timeOrigin + performance.now() })
}

function report(what: ReadersReport): void {
  process.send?.(what)
}
