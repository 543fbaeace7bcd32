import { DomainError } from '@flagdeck/core'
import type { RequestHeaders } from '../plain-request.ts'

/** A thing with versions, of which one request changes one. */
interface Versioned {
  /** What to call it in the refusal. */
  readonly name: string
  /** Reads its present version; asked only when the header names several. */
  readonly version: () => Promise<number>
}

/**
 * What `If-Match` asks for: the strict way of not overwriting anybody (FLAG-24, DASH-12). A tag that is no version is
 * one that the thing cannot have, so it never lets a write through.
 * @throws DomainError `precondition_failed`
 */
export async function ifMatch(headers: RequestHeaders, thing: Versioned): Promise<{ readonly ifVersion?: number }> {
  const header = headers['if-match']?.trim()
  if (header === undefined || header === '*') return {}
  const versions = header.split(',').map(versionOf)
  const [only] = versions
  if (versions.length === 1 && only !== undefined) return { ifVersion: only }
  const version = await thing.version()
  if (versions.includes(version)) return { ifVersion: version }
  throw new DomainError(
    'precondition_failed',
    'precondition_failed',
    `The ${thing.name} is at version ${version}, which If-Match does not name. Please refresh and try again.`,
  )
}

/** Tags are strong when we send them; proxies that compress make them weak, and people write them bare. */
function versionOf(tag: string): number | undefined {
  const match = /^\s*(?:W\/)?(?:"(\d{1,15})"|(\d{1,15}))\s*$/.exec(tag)
  return match ? Number(match[1] ?? match[2]) : undefined
}
