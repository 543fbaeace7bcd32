import type { Flag } from '../../data/records/flag.ts'
import { DomainError, type EditConflict } from '../../foundation/errors/domain-error.ts'
import { isJsonObject, type JsonObject, withoutUndefined } from '../../foundation/json/json-value.ts'
import type { Sides } from '../../foundation/json/merge-values.ts'
import type { FlagFields } from './merge-flag-edit.ts'
import { withRedactedPayloads } from './sealed-payloads.ts'

/** The maximum number of paths in the report of a conflict. */
const MAX_PATHS = 100

/** The parts of an edit that cannot be merged with concurrent changes. */
export interface Overlap {
  readonly sides: Sides<FlagFields>
  /** The fields, or parts of filters, that both sides changed. */
  readonly paths: readonly string[]
  /** The fields that are reported for each side. */
  readonly fields: readonly string[]
}

/** Returns the error for an edit of a flag that was changed concurrently, with the values of all sides (EDIT-7). */
export function flagConflict(current: Flag, overlap: Overlap, reason = ''): DomainError {
  const editor = current.lastModifiedBy?.email ?? 'another user'
  const detail = `The feature flag was updated by ${editor} since you started editing it. Please refresh and try again.`
  return new DomainError('conflict', detail + reason, null, { conflict: conflictOf(current, overlap) })
}

function conflictOf(current: Flag, { sides, paths, fields }: Overlap): EditConflict {
  const { base, theirs, mine } = sides
  const isSecret = [base, theirs, mine].some((side) => side.hasEncryptedPayloads === true)
  const show = (side: FlagFields) => {
    const shown = Object.fromEntries(fields.map((field) => [field, side[field]]))
    return withoutUndefined(isSecret ? withoutPayloads(shown) : shown) as JsonObject // no field is undefined any more
  }
  return {
    version: current.version,
    paths: paths.slice(0, MAX_PATHS),
    base: show(base),
    theirs: show(theirs),
    mine: show({ ...theirs, ...mine }),
  }
}

/** Removes payloads of filters: they are hidden when the flag is encrypted on any side. */
function withoutPayloads(side: FlagFields): FlagFields {
  return isJsonObject(side.filters) ? { ...side, filters: withRedactedPayloads(side.filters) } : side
}
