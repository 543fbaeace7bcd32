import type { ServerResponse } from 'node:http'

const MOST_BYTES = 128 * 1024 * 1024

/**
 * Keeps answers that their clients do not read from filling the memory: beyond the bound those that wait longest are cut
 * off (OUT-8). What is answered is handed to it when it was sent, as far as the client takes it; bytes that are answered
 * to many are none of its business.
 */
export function unreadAnswers(): (outgoing: ServerResponse) => void {
  // Bound: OUT-8 unread-answers
  const unread = new Map<ServerResponse, number>()
  let bytes = 0
  const forget = (outgoing: ServerResponse) => {
    bytes -= unread.get(outgoing) ?? 0
    unread.delete(outgoing)
  }
  return (outgoing) => {
    const { writableLength } = outgoing
    if (writableLength === 0 || outgoing.destroyed) return
    unread.set(outgoing, writableLength)
    bytes += writableLength
    outgoing.once('close', () => forget(outgoing))
    for (const oldest of unread.keys()) {
      if (bytes <= MOST_BYTES || oldest === outgoing) return
      forget(oldest)
      oldest.destroy()
    }
  }
}
