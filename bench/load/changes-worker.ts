import { setTimeout as pause } from 'node:timers/promises'
import { AUTHORIZATION, projectToken } from '../samples/credentials.ts'
import { sampleFilters } from '../samples/sample-flags.ts'
import type { Changes } from './changes.ts'
import { answerOrders } from './load-thread.ts'
import { type PlainAnswer, requestOnce } from './request-once.ts'

/** The definitions are compressed for each of these encodings. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const
const DEFINITIONS = `/flags/definitions?token=${projectToken(1)}&send_cohorts`

let changes = 0

async function run({ writerPort, readerPort, flagIds, intervalMs, durationMs }: Changes): Promise<number> {
  const startedAt = performance.now()
  let done = 0
  let nextAt = startedAt
  while (nextAt < startedAt + durationMs) {
    const version = await change(writerPort, flagIds.first + (changes % flagIds.count))
    await poll(readerPort, version)
    done++
    // If a change is late, the following ones are not sent faster.
    const now = performance.now()
    nextAt = Math.max(nextAt + intervalMs, now)
    await pause(nextAt - now)
  }
  return done
}

/** Changes a flag, and returns the new version of the project. */
async function change(port: number, flagId: number): Promise<string> {
  const filters = sampleFilters(1)
  const groups = filters.groups.map((group) => ({ ...group, rollout_percentage: ++changes % 100 }))
  const { headers } = await requestOnce(port, {
    method: 'PATCH',
    path: `/api/projects/1/feature_flags/${flagId}/`,
    headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify({ filters: { ...filters, groups } }),
    status: 200,
  })
  return String(headers['flagdeck-version'])
}

/** Polls twice: the first poll waits for the version, and the last one already has it. */
async function poll(port: number, version: string): Promise<void> {
  const ask = (headers: Readonly<Record<string, string>>, status: number): Promise<PlainAnswer> =>
    requestOnce(port, {
      method: 'GET',
      path: DEFINITIONS,
      headers: { authorization: AUTHORIZATION, 'flagdeck-min-version': version, ...headers },
      status,
    })
  for (const encoding of ENCODINGS) {
    const { headers } = await ask({ 'accept-encoding': encoding }, 200)
    await ask({ 'accept-encoding': encoding, 'if-none-match': String(headers.etag) }, 304)
  }
}

answerOrders(run)
