import { setImmediate as nextTurn } from 'node:timers/promises'
import { createApplication, endpoint, handle } from '@flagdeck/http'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { serve } from '../src/index.ts'
import { RawConnection } from './raw-connection.ts'

const common = { summary: 'Sample', tag: 'sample', auth: 'public', output: z.unknown(), method: 'POST' } as const

/** A server that holds so many bytes of bodies, and looks up who asks before it reads them, as it does for keys. */
async function serverHolding(bodyMemoryBytes: number) {
  let admitted = 0
  const application = createApplication({
    bodyMemoryBytes,
    async authenticate() {
      await nextTurn()
      admitted++
      return {}
    },
    routes: [
      handle(endpoint({ ...common, path: '/echo', operationId: 'echo', body: z.looseObject({}) }), ({ body }) => body),
    ],
  })
  const server = await serve(application, { port: 0 })
  onTestFinished(async () => {
    await server.close({ timeoutMs: 0 })
  })
  return { port: server.port, admitted: () => admitted }
}

async function connection(port: number): Promise<RawConnection> {
  const opened = await RawConnection.open(port)
  onTestFinished(() => void opened.socket.destroy())
  return opened
}

function headOf(length: number): string {
  const headers = `connection: close\r\ncontent-type: application/json\r\ncontent-length: ${length}`
  return `POST /echo HTTP/1.1\r\nhost: x\r\n${headers}\r\n\r\n`
}

test('HTTP-34 a body that waits for room is read whole, also when its end has come before', async () => {
  const { port, admitted } = await serverHolding(200)
  const first = await connection(port)
  first.send(`${headOf(150)}{"a":1${' '.repeat(140)}`)
  await expect.poll(admitted).toBe(1)
  const body = JSON.stringify({ name: 'x'.repeat(100) })
  const second = (await connection(port)).send(headOf(body.length) + body)
  await expect.poll(admitted).toBe(2)
  await nextTurn()
  first.send('}   ')
  expect(await second.closed()).toContain(body)
})
