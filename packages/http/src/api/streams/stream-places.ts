import type { StreamBody } from '../../rest/plain-response.ts'
import { Throttled } from '../../rest/throttled.ts'

/** Counts the event streams that are open, by project. */
export interface StreamPlaces {
  /** @throws Throttled when the project has no place free */
  requireFree(projectId: number): void
  /** The stream, which takes a place while it is open. */
  inPlace(projectId: number, stream: StreamBody): StreamBody
}

/** Long enough that those who are turned away do not come back all the time. */
const RETRY_AFTER_SECONDS = 30

/**
 * So many streams for each project, on this instance.
 *
 * @param onCount told how many there are in all projects, whenever that changes
 */
export function streamPlaces(maxPerProject: number, onCount: (open: number) => void = () => undefined): StreamPlaces {
  // Bound: OUT-8 streams
  const open = new Map<number, number>()
  let openInAll = 0
  const isFull = (projectId: number) => (open.get(projectId) ?? 0) >= maxPerProject
  const count = (projectId: number, by: 1 | -1): void => {
    const next = (open.get(projectId) ?? 0) + by
    if (next > 0) open.set(projectId, next)
    else open.delete(projectId)
    openInAll += by
    onCount(openInAll)
  }
  return {
    requireFree(projectId) {
      if (isFull(projectId)) throw new Throttled(RETRY_AFTER_SECONDS)
    },
    inPlace: (projectId, stream) => ({
      open(sink) {
        // Several may have been let in before the first of them was opened.
        if (isFull(projectId)) {
          sink.write(`: too many streams\nretry: ${RETRY_AFTER_SECONDS * 1000}\n\n`)
          sink.end()
          return () => undefined
        }
        count(projectId, 1)
        const leave = stream.open(sink)
        return () => {
          count(projectId, -1)
          leave()
        }
      },
    }),
  }
}
