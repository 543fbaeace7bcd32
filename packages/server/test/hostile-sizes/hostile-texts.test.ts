import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { BEYOND_LATIN_1, type LargeRequest, largeRequests, sendLarge, startLargeProject } from './large-project.ts'

const MAX_OLD_SPACE_MB = 256
const CLIENTS = [8, 16]
/** How long every second client waits before it reads. */
const SLOW_MS = 1000

test('HTTP-90 responses with characters beyond Latin-1 do not end a process of 256 MiB', {
  timeout: 600_000,
}, async () => {
  const server = await startLargeProject({ maxOldSpaceMb: MAX_OLD_SPACE_MB, payloadStart: BEYOND_LATIN_1 })
  const problems: string[] = []
  const sendAndRead = async (name: string, request: LargeRequest, client: number) => {
    const response = await sendLarge(server, request, 'identity')
    if (client % 2 === 1) await pause(SLOW_MS)
    const text = await response.text()
    if (!isComplete(text, response)) problems.push(`${name}: ${response.status} ${text.slice(0, 200)}`)
  }
  for (const [name, request] of Object.entries(largeRequests(server))) {
    for (const clients of CLIENTS) {
      await Promise.all(Array.from({ length: clients }, (_, client) => sendAndRead(name, request, client)))
      expect([name, server.process.exitCode, server.process.signalCode]).toEqual([name, null, null])
    }
  }
  expect(problems).toEqual([])
})

/** Whether the response is either complete or a 503 with `Retry-After`. */
function isComplete(text: string, { status, headers }: Response): boolean {
  if (status === 503) return headers.has('retry-after')
  const documents = headers.get('content-type') === 'application/x-ndjson' ? text.trimEnd().split('\n') : [text]
  for (const document of documents) JSON.parse(document)
  return status === 200
}
