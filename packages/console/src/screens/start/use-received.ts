import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { problemOf } from '../../api/api-problem.ts'
import { call, type Output } from '../../api/call.ts'
import { noteOutcome } from '../../api/connection.ts'
import { refresh } from '../../api/query.ts'
import { openProject } from '../../session.ts'
import { type CountedCalls, latestCall, type ReceivedCall } from './latest-call.ts'

const FIRST_CALL_MS = 3000
const NEXT_CALL_MS = 15_000

/**
 * Returns the latest call of a flag, or of any key that no flag has if `flagId` is null. Requests usage only while
 * `element` is in the window and the page is visible: less often once a call has arrived (CONSOLE-367).
 */
export function useReceived(flagId: number | null, element: RefObject<HTMLElement | null>): ReceivedCall | null {
  // A new object each time, so that the relative time is rendered again.
  const [received, setReceived] = useState<{ readonly call: ReceivedCall | null }>({ call: null })
  useEffect(() => {
    let counted: CountedCalls | undefined
    let latest: ReceivedCall | null = null
    const read = async () => {
      const next = await readCounted(flagId)
      const found = latestCall(counted, next, new Date())
      // The list of flags and its checklist show calls, too.
      if (found && counted) void refresh('listFlags', 'createQuery')
      latest = found ?? latest
      counted = next
      setReceived({ call: latest })
      return latest === null ? FIRST_CALL_MS : NEXT_CALL_MS
    }
    return element.current ? pollWhileVisible(element.current, read) : undefined
  }, [flagId])
  return received.call
}

/** Calls `read` repeatedly until the returned function is called. Each call returns the delay before the next one. */
function pollWhileVisible(element: HTMLElement, read: () => Promise<number>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isInWindow = false
  let isReading = false
  let isOver = false
  const poll = async () => {
    clearTimeout(timer)
    if (isOver || isReading || !isInWindow || document.hidden) return
    isReading = true
    let delay = NEXT_CALL_MS
    try {
      delay = await read()
    } catch (error) {
      noteOutcome(problemOf(error))
    }
    isReading = false
    timer = setTimeout(() => void poll(), delay)
  }
  const watching = new IntersectionObserver(([entry]) => {
    isInWindow = entry?.isIntersecting ?? false
    void poll()
  })
  const note = () => void poll()
  watching.observe(element)
  document.addEventListener('visibilitychange', note)
  return () => {
    isOver = true
    clearTimeout(timer)
    watching.disconnect()
    document.removeEventListener('visibilitychange', note)
  }
}

function readCounted(flagId: number | null): Promise<CountedCalls> {
  return flagId === null ? countedOfUnknown() : countedOfFlag(flagId)
}

async function countedOfFlag(id: number): Promise<CountedCalls> {
  const query = { date_from: '-6d', refresh: 'blocking' }
  const usage = await call('retrieveFlagUsage', { params: { project_id: openProject().id, id }, query })
  const bySdk = usage.sdks.map(({ sdk, exposures, evaluations }) => [sdk ?? '', exposures + evaluations] as const)
  return { bySdk: new Map(bySdk.toSorted(([, one], [, other]) => other - one)), lastSeen: usage.last_seen }
}

/** The query for keys that code calls and no flag has. */
export const UNKNOWN_FLAGS = { kind: 'FlagHealthQuery', report: 'unknown' } as const

interface UnknownFlag {
  readonly key: string
  readonly count: number
  readonly last_seen: string
  readonly last_sdk: string | null
}

async function countedOfUnknown(): Promise<CountedCalls> {
  const body = { query: UNKNOWN_FLAGS, refresh: 'blocking' }
  const rows = unknownFlags(await call('createQuery', { params: { project_id: openProject().id }, body }))
  const [latest] = rows.toSorted((one, other) => other.last_seen.localeCompare(one.last_seen))
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  return {
    bySdk: new Map(latest ? [[latest.last_sdk ?? '', count] as const] : []),
    lastSeen: latest?.last_seen ?? null,
    ...(latest && { key: latest.key }),
  }
}

/** Returns the rows of the report about unknown flags (INSIGHT-42). */
export function unknownFlags({ results }: Output<'createQuery'>): readonly UnknownFlag[] {
  return results as readonly UnknownFlag[] // the report that UNKNOWN_FLAGS names
}
