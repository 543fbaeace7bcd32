import { ApiProblem, problemOf } from './api-problem.ts'
import { apiRoot, callWithin } from './call.ts'
import { connected, hearing, noteAnswer, noteOutcome, wasAnsweredSince } from './connection.ts'
import { refresh, refreshOlder } from './query.ts'
import { noteEvent, restartAtVersion } from './version.ts'

/** How often the page checks whether the server has sent anything. */
const CHECK_MS = 300
/** How often the page polls the server while no stream reports its state. */
const ASK_MS = 1200
/** An open stream reports every second. After this silence the page polls the server. */
const SILENCE_MS = 1900
/** How long a response may take: initially, after a stream became silent, and at most where the network is slow. */
const PATIENCE_MS = 2800
const PATIENCE_AFTER_SILENCE_MS = 2000
const MOST_PATIENCE_MS = 10_000
/** How long an instance may report an older version before the page assumes that the project has another history. */
const OLDER_MS = 2000

/**
 * Follows changes of other users in a project until the returned function is called. The stream of definitions
 * announces new versions, and the page then requests its data again. The stream also reports whether the database is
 * available, so an open stream replaces polling (CONSOLE-258). A hidden page has no stream: browsers open six
 * connections to a server over HTTP/1.1, and six hidden tabs would leave none for other requests.
 */
export function followProject(project: { readonly id: number; readonly api_token: string }): () => void {
  const url = new URL('flags/definitions/stream', apiRoot)
  url.searchParams.set('token', project.api_token)
  url.searchParams.set('availability', 'true')
  let source: EventSource | undefined
  let heardAt = performance.now()
  const onReport = () => {
    heardAt = performance.now()
  }
  let wasOpen = false
  const onOpen = () => {
    // While no stream was open, as in a hidden tab, the page may have missed any change, even of data without a
    // version.
    if (wasOpen) void refresh()
    wasOpen = true
  }
  const follow = () => {
    // A browser stops after a response that is not a stream, such as one from a proxy whose server is unavailable.
    if (!source || source.readyState === EventSource.CLOSED) source = listen(project.id, url, onReport, onOpen)
  }
  const rest = () => {
    source?.close()
    source = undefined
    hearing.value = false
  }
  const look = () => (document.hidden ? rest() : follow())
  look()
  const ask = asking(project.id)
  let askedAt = performance.now()
  const checking = setInterval(() => {
    look()
    const now = performance.now()
    const isOpen = source?.readyState === EventSource.OPEN
    // If a call fails while the stream is open, the page polls: an open stream does not prove that requests arrive.
    const isHeard = isOpen && connected.value && now - heardAt < SILENCE_MS
    if (document.hidden || isHeard || now - askedAt < ASK_MS) return
    askedAt = now
    void ask(isOpen)
  }, CHECK_MS)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(checking)
    document.removeEventListener('visibilitychange', look)
    rest()
  }
}

/**
 * Returns a function that sends a small request which the database answers. Only one request is open at a time. A late
 * response means slow, not unavailable: the next response may take longer.
 */
function asking(projectId: number): (isAfterSilence: boolean) => Promise<void> {
  let isAsking = false
  let patienceMs = PATIENCE_MS
  return async (isAfterSilence) => {
    if (isAsking) return
    isAsking = true
    const askedAt = performance.now()
    const isKnownSlow = patienceMs > PATIENCE_MS
    try {
      const timeoutMs = isAfterSilence && !isKnownSlow ? PATIENCE_AFTER_SILENCE_MS : patienceMs
      await callWithin(timeoutMs, 'listGroupTypes', { params: { project_id: projectId } })
      patienceMs = bounded(2 * (performance.now() - askedAt))
      await noteThere()
    } catch (error) {
      patienceMs = bounded(2 * patienceMs)
      const problem = problemOf(error)
      // Any other response since then proves that the server is available.
      if (problem.status !== 0 || !wasAnsweredSince(askedAt)) noteOutcome(problem)
    } finally {
      isAsking = false
    }
  }
}

function bounded(patienceMs: number): number {
  return Math.min(MOST_PATIENCE_MS, Math.max(PATIENCE_MS, patienceMs))
}

async function noteThere(): Promise<void> {
  const wasAway = !connected.value
  noteOutcome(undefined)
  if (wasAway) await refresh()
}

function listen(projectId: number, url: URL, onReport: () => void, onOpen: () => void): EventSource {
  const source = new EventSource(url)
  let older: ReturnType<typeof setTimeout> | undefined
  source.onopen = () => {
    onReport()
    hearing.value = true
    onOpen()
  }
  source.onerror = () => {
    hearing.value = false
  }
  source.onmessage = ({ data }) => {
    const { version, etag } = announced(data)
    clearTimeout(older)
    const kind = noteEvent({ projectId, version }, etag)
    if (kind === 'current') void refreshOlder(version)
    if (kind === 'other') void refresh()
    if (kind === 'older') {
      older = setTimeout(() => {
        restartAtVersion({ projectId, version }, etag)
        void refresh()
      }, OLDER_MS)
    }
  }
  source.addEventListener('availability', ({ data }) => {
    onReport()
    noteAnswer()
    if (!(JSON.parse(data) as { readonly available: boolean }).available) noteOutcome(new ApiProblem(503)) // as the server writes it
  })
  return source
}

/** Returns the version that an event announces (PROTO-35). */
function announced(data: string): { readonly version: number; readonly etag: string } {
  return JSON.parse(data) // as the server writes it
}
