import { type Context, DomainError } from '@flagdeck/core'
import type { ProjectSnapshot } from '@flagdeck/core/operations'
import type { StreamBody } from '../../rest/plain-response.ts'
import { coalesce } from './coalesce.ts'
import { inSlices, type RunInSlices } from './in-slices.ts'

export interface VersionStreamOptions {
  readonly snapshots: Context['snapshots']
  readonly projectId: number
  /** The last revision that the reader received; undefined for a new reader. */
  readonly lastRevision: string | undefined
  /** The message about a version. */
  readonly message: (snapshot: ProjectSnapshot) => object
  /** Rejects when the reader no longer has access. */
  readonly enterAgain: () => Promise<unknown>
  /** Rejects while the database is unavailable. If present, the stream reports availability (CONSOLE-258). */
  readonly ping?: (() => Promise<unknown>) | undefined
}

/**
 * Clients wait until a stream is quiet for a moment: without a pause, a burst of changes would make them wait
 * indefinitely.
 */
const PAUSE_MS = 200
/** Shorter than the idle timeout of proxies and of Flagdeck's server. */
const HEARTBEAT_MS = 15_000
const ENTER_AGAIN_MS = 2000
/**
 * A reader that receives nothing for longer can detect within five seconds that the server is unavailable (CONSOLE-12).
 */
const AVAILABILITY_MS = 1000

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  // Disables the buffering of events in nginx.
  'x-accel-buffering': 'no',
}

// Bound: dies with the deck
const runners = new WeakMap<Context['snapshots'], RunInSlices>()

/** Shared by all streams of a deck: a change is announced to them together. */
function runnerOf(snapshots: Context['snapshots']): RunInSlices {
  const runner = runners.get(snapshots) ?? inSlices()
  runners.set(snapshots, runner)
  return runner
}

/**
 * Server-sent events about the versions of a project (PROTO-31, PROTO-32). A reader that may have missed a version is
 * notified immediately. Later, each change is announced; a burst of changes only by its first and last.
 */
export function versionStream(options: VersionStreamOptions): StreamBody {
  const { snapshots, projectId, lastRevision, message, enterAgain, ping } = options
  return {
    open(sink) {
      const announce = runnerOf(snapshots)
      let isOpen = true
      const announcements = coalesce<ProjectSnapshot>(PAUSE_MS, (snapshot) => {
        announce(() => {
          if (isOpen) sink.write(`id: ${snapshot.revision}\ndata: ${JSON.stringify(message(snapshot))}\n\n`)
        })
      })
      sink.write(retryIn(1000, 3000))
      const current = snapshots.peek(projectId)
      if (current && current.revision !== lastRevision) announcements.push(current)
      const unsubscribe = snapshots.subscribe(projectId, announcements.push)
      const heartbeat = setInterval(() => sink.write(': still here\n\n'), HEARTBEAT_MS)
      const endWhenRefused = (error: unknown) => {
        // An unavailable database is no refusal.
        if (error instanceof DomainError) sink.end()
      }
      const watch = setInterval(() => void enterAgain().catch(endWhenRefused), ENTER_AGAIN_MS)
      const stopReporting = ping && reportAvailability(ping, (event) => isOpen && sink.write(event))
      return () => {
        isOpen = false
        stopReporting?.()
        clearInterval(watch)
        unsubscribe()
        announcements.stop()
        clearInterval(heartbeat)
        // Readers that are disconnected together reconnect at different times.
        sink.write(`: the stream ends, please connect again\n${retryIn(500, 5000)}`)
      }
    },
  }
}

/** Runs one check of the database at a time. While a check neither succeeds nor fails, nothing is reported. */
function reportAvailability(ping: () => Promise<unknown>, write: (event: string) => unknown): () => void {
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    const available = await ping().then(
      () => true,
      () => false,
    )
    isLooking = false
    write(`event: availability\ndata: ${JSON.stringify({ available })}\n\n`)
  }
  void look()
  const looking = setInterval(() => void look(), AVAILABILITY_MS)
  return () => clearInterval(looking)
}

function retryIn(fromMs: number, toMs: number): string {
  return `retry: ${Math.round(fromMs + Math.random() * (toMs - fromMs))}\n\n`
}
