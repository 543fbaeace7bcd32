import { setTimeout as pause } from 'node:timers/promises'
import type { Activity } from './activity.ts'

const OPEN_MS = 1500

/** Opens streams of definitions, reads them for a while, and closes them. */
export const openStreams: Activity = (traffic) => async () => {
  const { projectToken, personalApiKey } = traffic
  const controller = new AbortController()
  const { url } = traffic.nextInstance()
  const response = await fetch(`${url}/flags/definitions/stream?token=${projectToken}`, {
    headers: { authorization: `Bearer ${personalApiKey}` },
    signal: controller.signal,
  }).catch(() => undefined)
  if (!response) return
  if (response.status !== 200) traffic.report(`a stream was answered with ${response.status}`)
  const read = response.body ? readToEnd(response.body) : undefined
  await Promise.race([pause(OPEN_MS), read])
  controller.abort()
  await read
}

/** Reads a stream until the client or the server ends it. */
async function readToEnd(body: ReadableStream<Uint8Array>): Promise<void> {
  try {
    for await (const _ of body);
  } catch {
    // The client closed the stream, or it was cut off with the server.
  }
}
