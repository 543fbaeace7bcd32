import type { StreamBody } from '../../rest/plain-response.ts'
import { Throttled } from '../../rest/throttled.ts'

/** The group of streams that share a limit: those of a project whose readers have the same kind of credential. */
export interface StreamGroup {
  readonly projectId: number
  /**
   * Separate limits, so that clients with only the public token cannot use up the streams of clients that read
   * definitions.
   */
  readonly auth: 'definitions' | 'stream_token'
}

/** Counts the event streams that are open, by project and kind. */
export interface StreamPlaces {
  /** @throws Throttled when the group has reached its limit */
  requireFree(group: StreamGroup): void
  /** The stream, which counts against the limit while it is open. */
  inPlace(group: StreamGroup, stream: StreamBody): StreamBody
}

/** Long enough that refused clients do not retry all the time. */
const RETRY_AFTER_SECONDS = 30

/**
 * Limits the streams of each kind for each project, on this instance.
 *
 * @param onCount called with the total number whenever it changes
 */
export function streamPlaces(maxPerProject: number, onCount: (open: number) => void = () => undefined): StreamPlaces {
  // Bound: OUT-8 streams
  const open = new Map<string, number>()
  let openInAll = 0
  const isFull = (group: StreamGroup) => (open.get(nameOf(group)) ?? 0) >= maxPerProject
  const count = (group: StreamGroup, by: 1 | -1): void => {
    const name = nameOf(group)
    const next = (open.get(name) ?? 0) + by
    if (next > 0) open.set(name, next)
    else open.delete(name)
    openInAll += by
    onCount(openInAll)
  }
  return {
    requireFree(group) {
      if (isFull(group)) throw new Throttled(RETRY_AFTER_SECONDS)
    },
    inPlace: (group, stream) => ({
      open(sink) {
        // Several may have passed `requireFree` before the first of them was opened.
        if (isFull(group)) {
          sink.write(`: too many streams\nretry: ${RETRY_AFTER_SECONDS * 1000}\n\n`)
          sink.end()
          return () => undefined
        }
        count(group, 1)
        const leave = stream.open(sink)
        return () => {
          count(group, -1)
          leave()
        }
      },
    }),
  }
}

function nameOf({ auth, projectId }: StreamGroup): string {
  return `${auth} ${projectId}`
}
