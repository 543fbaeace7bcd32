import { problemOf, unreachable } from './api-problem.ts'
import { apiRoot, call } from './call.ts'
import { connected, hearing, noteOutcome } from './connection.ts'
import { refresh } from './query.ts'

/** How often is looked whether the server and its database are there, and how long either may take to say so. */
const LOOK_MS = 1200
const PATIENCE_MS = 2800

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
  const looking = setInterval(() => {
    look()
    if (!document.hidden) void ask(project.id)
  }, LOOK_MS)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(looking)
    document.removeEventListener('visibilitychange', look)
    rest()
  }
}

/** Asks something small of the database: the stream goes on while that is away. */
async function ask(projectId: number): Promise<void> {
  const wasAway = !connected.value
  try {
    await Promise.race([call('listGroupTypes', { params: { project_id: projectId } }), impatience()])
    noteOutcome(undefined)
    if (wasAway) await refresh()
  } catch (error) {
    noteOutcome(problemOf(error))
  }
}

function impatience(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(unreachable()), PATIENCE_MS))
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
