import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ResponseMemory } from '@flagdeck/http'

/** Without reading anything for so long, a client does not read. */
const STALLED_AFTER_MS = 5000
/** How often to look for clients that do not read, at most: there may be as many as connections. */
const LOOK_INTERVAL_MS = 100
/** Beyond this share of the memory a new answer is cut off where no client is found that does not read. */
const MOST_OF_MEMORY = 1.5

interface Unread {
  readonly outgoing: ServerResponse
  readonly bytes: number
  /** Bytes that the operating system had not taken at the last check. */
  left: number
  /** Since when they are as many. */
  since: number
}

/**
 * Keeps answers that their clients do not read from filling the memory (OUT-8): they count as memory of responses, and
 * beyond its bound those are cut off whose clients do not read. What is answered is handed to it when it was sent, as far
 * as the client takes it; bytes that are answered to many are none of its business.
 */
export function unreadAnswers(memory: ResponseMemory | undefined): (outgoing: ServerResponse) => void {
  // Bound: OUT-8 unread-answers
  const unread = new Map<ServerResponse, Unread>()
  let lookedAt = 0
  const forget = (outgoing: ServerResponse) => {
    const answer = unread.get(outgoing)
    if (!answer) return
    unread.delete(outgoing)
    memory?.give(answer.bytes)
  }
  const cutOff = (outgoing: ServerResponse) => {
    forget(outgoing)
    outgoing.destroy()
  }
  const cutOffUnread = (now: number) => {
    lookedAt = now
    for (const answer of unread.values()) {
      const left = unsentBytes(answer.outgoing)
      if (left < answer.left) Object.assign(answer, { left, since: now })
      else if (now - answer.since >= STALLED_AFTER_MS) cutOff(answer.outgoing)
    }
  }
  return (outgoing) => {
    const { writableLength: bytes } = outgoing
    if (!memory || bytes === 0 || outgoing.destroyed) return
    const now = performance.now()
    unread.set(outgoing, { outgoing, bytes, left: unsentBytes(outgoing), since: now })
    memory.count(bytes)
    outgoing.once('close', () => forget(outgoing))
    if (memory.taken > memory.total && now - lookedAt >= LOOK_INTERVAL_MS) cutOffUnread(now)
    if (memory.taken > memory.total * MOST_OF_MEMORY) cutOff(outgoing)
  }
}

/** Node counts a write as a whole until the operating system has all of it; the handle knows how much it has. */
function unsentBytes({ socket, writableLength }: ServerResponse): number {
  const { _handle: handle } = socket as Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? writableLength
}
