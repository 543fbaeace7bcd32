import { createApplication, endpoint, handle } from '@flagdeck/http'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { serve } from '../src/index.ts'
import { RawConnection } from './raw-connection.ts'

const LONG = 'x'.repeat(16 * 1024 * 1024)
const sample = { summary: 'Sample', tag: 'sample', auth: 'public', output: z.unknown(), method: 'GET' } as const

/** A server with an answer of 16 MiB, and connections on which it was asked for and is not read. */
async function unreadAnswers(count: number) {
  let made = 0
  const application = createApplication({
    authenticate: async () => ({}),
    routes: [
      handle(endpoint({ ...sample, path: '/long', operationId: 'long' }), () => {
        made++
        return LONG
      }),
    ],
  })
  const server = await serve(application, { port: 0 })
  onTestFinished(async () => {
    await server.close({ timeoutMs: 0 })
  })
  const connections: RawConnection[] = []
  while (made < count) {
    const connection = await RawConnection.open(server.port)
    onTestFinished(() => void connection.socket.destroy())
    connection.socket.pause()
    connections.push(connection.send('GET /long HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'))
    await expect.poll(() => made, { interval: 1 }).toBe(connections.length)
  }
  return connections
}

/** How much of its answer a client gets that begins to read. */
async function readAll({ socket }: RawConnection): Promise<number> {
  let length = 0
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('data', (text: string) => {
    length += text.length
  })
  socket.resume()
  await closed
  return length
}

test('OUT-8 unread answers of 128 MiB together are kept, and those that wait longest are cut off', async () => {
  const connections = await unreadAnswers(14)
  const lengths = await Promise.all(connections.map(readAll))
  const isWhole = lengths.map((length) => length > LONG.length)
  expect(isWhole.slice(0, 3)).toEqual([false, false, false])
  expect(isWhole.slice(-6)).toEqual([true, true, true, true, true, true])
})
