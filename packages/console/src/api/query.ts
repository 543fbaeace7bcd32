import { type Signal, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type ApiProblem, problemOf } from './api-problem.ts'
import { call, type EndpointName, type Input, type Output } from './call.ts'
import { connected, noteOutcome } from './connection.ts'
import { newestVersion } from './version.ts'

/** The state of a response. While it is requested again, the previous data stays. */
export interface Query<Answer> {
  readonly data: Answer | undefined
  readonly problem: ApiProblem | undefined
  readonly loading: boolean
}

interface Entry {
  readonly state: Signal<Query<unknown>>
  readonly ask: () => Promise<void>
  watchers: number
  /** Number of the newest request. Late responses to older requests are dropped. */
  newest: number
  /** When the newest request was sent, and the promise of its end. */
  askedAt: number
  asking: Promise<void>
  /** The response to the newest request contains the changes up to this version of the project. */
  version: number
}

// Bound: is as large as what the open screens show, and 50 answers more.
const entries = new Map<string, Entry>()

/** The maximum number of stored responses that no screen shows. They are for screens that are opened again. */
const KEPT = 50

/**
 * Parts of a screen share a request while it is open, and for this time after it was sent: slow browsers render late.
 */
const SHARED_MS = 5000

const UNKNOWN: Query<never> = { data: undefined, problem: undefined, loading: true }

/**
 * Returns the current response to a call. Screens that show the same data share it, and {@link refresh} updates it.
 * @param input null: nothing is requested yet
 */
export function useQuery<Name extends EndpointName>(name: Name, input: Input<Name> | null): Query<Output<Name>> {
  const key = input === null ? null : keyOf(name, input)
  const entry = key === null ? null : entryOf(key, name, input)
  useEffect(() => {
    if (entry === null || key === null) return
    // A refresh between render and effect may have dropped the entry, which had no watcher yet.
    if (!entries.has(key)) entries.set(key, entry)
    entry.watchers += 1
    const isRecent = entry.state.value.loading || performance.now() - entry.askedAt < SHARED_MS
    const isShared = entry.watchers > 1 && isRecent
    if (!isShared) void entry.ask()
    return () => {
      entry.watchers -= 1
      forgetOldest()
    }
  }, [entry])
  return (entry?.state.value ?? UNKNOWN) as Query<Output<Name>> // stored under the name of its endpoint
}

function keyOf(name: EndpointName, input: unknown): string {
  return `${name} ${JSON.stringify(input)}`
}

function entryOf<Name extends EndpointName>(key: string, name: Name, input: Input<Name> | null): Entry {
  const found = entries.get(key)
  if (found) return found
  const entry: Entry = {
    state: signal<Query<unknown>>(UNKNOWN),
    ask: () => {
      entry.askedAt = performance.now()
      entry.asking = ask(entry, name, input)
      return entry.asking
    },
    watchers: 0,
    newest: 0,
    askedAt: Number.NEGATIVE_INFINITY,
    asking: Promise.resolve(),
    version: 0,
  }
  entries.set(key, entry)
  return entry
}

async function ask(entry: Entry, name: EndpointName, input: unknown): Promise<void> {
  entry.newest += 1
  entry.version = newestVersion()
  const request = entry.newest
  const settle = (known: Query<unknown>) => {
    if (request === entry.newest) entry.state.value = known
  }
  if (!entry.state.value.loading) entry.state.value = { ...entry.state.value, loading: true }
  try {
    // The name and its input were passed together.
    const data = await (call as (name: EndpointName, input: unknown) => Promise<unknown>)(name, input)
    const wasAway = !connected.value
    noteOutcome(undefined)
    settle({ data, problem: undefined, loading: false })
    if (wasAway) askFailed()
  } catch (error) {
    const problem = problemOf(error)
    noteOutcome(problem)
    // While the server is unavailable, the previous data is better than none.
    settle({ data: problem.isOutage ? entry.state.value.data : undefined, problem, loading: false })
  }
}

/** Sends the requests again that failed in an outage and are on the screen. */
function askFailed(): void {
  for (const { state, watchers, ask } of entries.values()) {
    if (watchers > 0 && !state.value.loading && state.value.problem?.isOutage) void ask()
  }
}

/**
 * Requests everything on the screen again, or only the named calls. Stored responses that no screen shows are dropped.
 */
export async function refresh(...names: readonly EndpointName[]): Promise<void> {
  const chosen = [...entries].filter(([key]) => names.length === 0 || names.some((name) => key.startsWith(`${name} `)))
  for (const [key, { watchers }] of chosen) if (watchers === 0) entries.delete(key)
  await Promise.all(chosen.filter(([, { watchers }]) => watchers > 0).map(([, entry]) => entry.ask()))
}

/**
 * Requests what is on the screen again, except responses that contain the changes up to a version of the project. A
 * response contains every version that the page had read of when it sent the request. The first event of a stream
 * usually reports the same version as the session (CONSOLE-177).
 */
export async function refreshOlder(version: number): Promise<void> {
  const isOlder = (entry: Entry) => entry.version < version
  for (const [key, entry] of [...entries]) if (entry.watchers === 0 && isOlder(entry)) entries.delete(key)
  const shown = [...entries.values()].filter(({ watchers }) => watchers > 0)
  await Promise.all(
    shown.map(async (entry) => {
      await entry.asking
      if (isOlder(entry)) await entry.ask()
    }),
  )
}

/** Shows data that is already known, such as the flag that a change returned, before it is requested again. */
export function know<Name extends EndpointName>(name: Name, input: Input<Name>, data: Output<Name>): void {
  const entry = entryOf(keyOf(name, input), name, input)
  entry.newest += 1
  entry.state.value = { data, problem: undefined, loading: false }
}

/** Drops all responses: another user may sign in. */
export function forgetAnswers(): void {
  entries.clear()
}

function forgetOldest(): void {
  const unwatched = [...entries].filter(([, { watchers }]) => watchers === 0)
  for (const [key] of unwatched.slice(0, Math.max(0, unwatched.length - KEPT))) entries.delete(key)
}
