import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ResponseMemory } from '@flagdeck/http'

/** A client that reads nothing for this long has stopped reading. */
const STALLED_AFTER_MS = 5000
/**
 * The minimum interval between two searches for clients that do not read: there may be as many clients as connections.
 */
const LOOK_INTERVAL_MS = 100
/** Beyond this share of the memory, a new response is cut off even if all clients are reading. */
const MOST_OF_MEMORY = 1.5

interface Unread {
  readonly outgoing: ServerResponse
  readonly bytes: number
  /** The number of bytes that the operating system had not accepted at the last check. */
  left: number
  /** The time since which `left` has not decreased. */
  since: number
}

/**
 * Prevents responses whose clients do not read from filling the memory (OUT-8). They count as response memory, and
 * beyond its limit the clients that do not read are cut off. Call the returned function after the content of a response
 * was written. Do not call it for bytes that many responses share.
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

/**
 * Node counts a write as pending until the operating system has accepted all of it. The handle knows the accepted part.
 */
function unsentBytes({ socket, writableLength }: ServerResponse): number {
  const { _handle: handle } = socket as Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? writableLength
}
