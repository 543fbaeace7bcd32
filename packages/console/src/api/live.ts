import { problemOf } from './api-problem.ts'
import { apiRoot, callWithin } from './call.ts'
import { connected, hearing, noteOutcome, wasAnsweredSince } from './connection.ts'
import { refresh } from './query.ts'

/** How often is looked whether the server and its database are there. */
const LOOK_MS = 1200
/** How long they may take to say so: at first, and at most where the network is slow. */
const PATIENCE_MS = 2800
const MOST_PATIENCE_MS = 10_000

/**
 * Follows what others change in a project, until what is answered is called: the stream of definitions tells that there
 * is a new version, and what is on the screen is asked for again. A page that nobody sees has no stream: browsers open six
 * connections to a server, over HTTP/1.1, and as many tabs would leave none for anything else.
 */
export function followProject(project: { readonly id: number; readonly api_token: string }): () => void {
  const url = new URL('flags/definitions/stream', apiRoot)
  url.searchParams.set('token', project.api_token)
  let source: EventSource | undefined
  const follow = () => {
    // A browser gives up after an answer that is no stream, such as one from a proxy whose server is away.
    if (!source || source.readyState === EventSource.CLOSED) source = listen(url)
  }
  const rest = () => {
    source?.close()
    source = undefined
    hearing.value = false
  }
  const look = () => (document.hidden ? rest() : follow())
  look()
  const ask = asking(project.id)
  const looking = setInterval(() => {
    look()
    if (!document.hidden) void ask()
  }, LOOK_MS)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(looking)
    document.removeEventListener('visibilitychange', look)
    rest()
  }
}

/**
 * What asks something small of the database: the stream goes on while that is away. One question is on its way at a time, and
 * who answers late is slow and not away: the next one may take longer.
 */
function asking(projectId: number): () => Promise<void> {
  let isAsking = false
  let patienceMs = PATIENCE_MS
  return async () => {
    if (isAsking) return
    isAsking = true
    const askedAt = performance.now()
    try {
      await callWithin(patienceMs, 'listGroupTypes', { params: { project_id: projectId } })
      patienceMs = bounded(2 * (performance.now() - askedAt))
      await noteThere()
    } catch (error) {
      patienceMs = bounded(2 * patienceMs)
      const problem = problemOf(error)
      // Whatever else was answered meanwhile is a sign of life.
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

function listen(url: URL): EventSource {
  const source = new EventSource(url)
  let hasHeard = false
  source.onopen = () => {
    hearing.value = true
    // Who is new to a stream is told the newest version anyhow (PROTO-31).
    if (hasHeard) void refresh()
    hasHeard = true
  }
  source.onerror = () => {
    hearing.value = false
  }
  source.onmessage = () => void refresh()
  return source
}
