import { setTimeout as pause } from 'node:timers/promises'
import type { EmbeddedFlags, Subject } from '@flagdeck/core'
import { pairOf } from '../measure/interleave.ts'
import { percentile } from '../measure/percentile.ts'
import { type Result, resultOf } from '../report/result.ts'
import { sampleSubjects } from '../samples/evaluation-workloads.ts'
import { type EmbeddedSite, startEmbeddedSite } from '../sites/embedded-site.ts'
import { withSite } from '../sites/twin-sites.ts'
import { ASKED_KEYS, type Rebuilding, ROUND_MS } from './rebuilding.ts'

const CALLS_A_TURN = 20
const TURN_INTERVAL_MS = 2

/** The longest waits of all calls in a round. */
interface Waits {
  /** The duration of the call alone. */
  readonly callMs: number
  /** The time since the call was due. Other work may have blocked the thread in between. */
  readonly sinceDueMs: number
}

/** Measures evaluation in an application while the definitions of many flags are rebuilt, compared with no rebuilds. */
export async function rebuildEmbedded(name: string, { databaseUrl, compare }: Rebuilding): Promise<readonly Result[]> {
  const site: EmbeddedSite = await startEmbeddedSite(databaseUrl)
  return withSite(site, async ({ port }) => {
    const waits = await compare(port, () => callsOf(site.flags))
    const calls = pairOf(waits, ({ callMs }) => callMs * 1000)
    const sinceDue = pairOf(waits, ({ sinceDueMs }) => sinceDueMs)
    return [
      resultOf(`${name}, p99 of isEnabled in process`, calls, { unit: 'µs', beside: 'quiet', aim: { atMost: 3 } }),
      resultOf(`${name}, p99 of a turn with it`, sinceDue, { unit: 'ms', beside: 'quiet' }),
    ]
  })
}

async function callsOf(flags: EmbeddedFlags): Promise<Waits> {
  const subjects = sampleSubjects(1000)
  const callsMs: number[] = []
  const sinceDueMs: number[] = []
  const startedAt = performance.now()
  for (let turn = 0; performance.now() - startedAt < ROUND_MS; turn++) {
    const dueAt = performance.now() + TURN_INTERVAL_MS
    await pause(TURN_INTERVAL_MS)
    callsMs.push(...callsOfTurn(flags, subjects, turn))
    sinceDueMs.push(performance.now() - dueAt)
  }
  return { callMs: percentile(callsMs, 0.99), sinceDueMs: percentile(sinceDueMs, 0.99) }
}

function callsOfTurn(flags: EmbeddedFlags, subjects: readonly Subject[], turn: number): readonly number[] {
  const subject = subjects[turn % subjects.length] ?? { distinctId: '' }
  return ASKED_KEYS.slice(0, CALLS_A_TURN).map((key) => {
    const startedAt = performance.now()
    flags.isEnabled(key, subject)
    return performance.now() - startedAt
  })
}
