import type { Entry } from './entries.ts'
import type { Part } from './together.ts'

export interface Progress {
  readonly isStopped: () => boolean
  readonly onCount: (count: number) => void
}

/** Loads the entries after a link, or the newest entries. */
export type LoadPart = (next: string | undefined) => Promise<Part>

/**
 * Returns the first entries of a list, each once. New entries shift the pages of a list while they are read, so that
 * two pages can contain the same entry (CONSOLE-327).
 * @returns undefined if it was stopped
 */
export async function everyEntry(load: LoadPart, most: number, { isStopped, onCount }: Progress) {
  const entries = new Map<string, Entry>()
  let next: string | undefined
  do {
    const part = await load(next)
    if (isStopped()) return undefined
    for (const entry of part.results) entries.set(entry.id, entry)
    onCount(entries.size)
    next = part.next ?? undefined
  } while (next !== undefined && entries.size < most)
  return { entries: [...entries.values()].slice(0, most), isCut: next !== undefined || entries.size > most }
}
