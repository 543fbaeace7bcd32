import { DomainError } from '@flagdeck/core'
import type { RequestHeaders } from '../../rest/plain-request.ts'

interface Options {
  /** Refuses the change unless this is the stored version. */
  readonly ifVersion?: number
}

/** The maximum of versions in a list that are tried. Longer lists are useless to the client. */
const MAX_VERSIONS = 20
const NO_VERSION = -1

/**
 * Changes a record if it has one of the versions that `If-Match` names: the strict way to avoid overwriting concurrent
 * changes (FLAG-24, DASH-12). A tag that is not a version matches no record, so it never allows a write.
 *
 * @param name the record's name in the refusal
 * @throws DomainError `precondition_failed`, and the errors of `change`
 */
export async function changeIfMatch<T>(
  headers: RequestHeaders,
  name: string,
  change: (options: Options) => Promise<T>,
): Promise<T> {
  const header = headers['if-match']?.trim()
  if (header === undefined || header === '*') return change({})
  const [newest = NO_VERSION, ...others] = versionsIn(header)
  // Only one of them can be stored. The change itself finds out which one, also for deleted records.
  let outcome = await attempt(change, newest)
  for (const ifVersion of others) {
    if (!('stale' in outcome)) break
    outcome = await attempt(change, ifVersion)
  }
  if (!('stale' in outcome)) return outcome.changed
  throw newest === NO_VERSION ? noVersion(name) : outcome.stale
}

type Outcome<T> = { readonly changed: T } | { readonly stale: DomainError }

async function attempt<T>(change: (options: Options) => Promise<T>, ifVersion: number): Promise<Outcome<T>> {
  try {
    return { changed: await change({ ifVersion }) }
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'precondition_failed') return { stale: error }
    throw error
  }
}

/** The versions, newest first: the newest is the most likely to match. */
function versionsIn(header: string): number[] {
  const versions = new Set(header.split(',').flatMap((tag) => versionOf(tag) ?? []))
  return [...versions].toSorted((a, b) => b - a).slice(0, MAX_VERSIONS)
}

/** The version in a tag. The API sends weak tags; clients also send the version alone, strong or bare. */
function versionOf(tag: string): number | undefined {
  const version = /^(?:W\/)?("?)(\d{1,15})(?:-[0-9a-f]{1,64})?\1$/.exec(tag.trim())?.[2]
  return version === undefined ? undefined : Number(version)
}

function noVersion(name: string): DomainError {
  const detail = `If-Match does not contain a version of the ${name}. Please refresh and try again.`
  return new DomainError('precondition_failed', detail)
}
