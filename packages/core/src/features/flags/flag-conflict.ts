import type { Flag } from '../../data/records/flag.ts'
import type { FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { isJsonObject, type JsonValue, jsonEquals } from '../../foundation/json/json-value.ts'
import { checkFilterStructure } from '../filters/filter-structure.ts'
import { mergeFilters, normalizeFilters } from '../filters/normalize-filters.ts'
import { type CheckedFlagInput, updateFlagSchema } from './flag-input.ts'

/** Fields of a flag by the names that inputs have for them, in stored form. */
interface Fields {
  readonly filters?: FlagFilters
  readonly [field: string]: unknown
}

/**
 * Decides between what a client sends and what others wrote since it read the flag (FLAG-23).
 * A field that both changed, to different values, is a conflict. Fields that the client sent back as it had read
 * them are dropped, so that a stale form does not undo another person's change (FLAG-25). Without a version and the
 * flag the client started from nothing else can be told, and everything sent is written; but that the flag was deleted
 * since is a conflict for all who do not say that they know of it (FLAG-28).
 */
export function resolveConflict(current: Flag, sent: CheckedFlagInput): CheckedFlagInput {
  const read = fieldsRead(sent.originalFlag)
  if (sent.version === undefined || (sent.version ?? 0) === current.version) return sent
  if (current.deleted && sent.deleted !== true && read?.deleted !== true) throw conflict(current)
  if (read === undefined) return sent
  const stored: Fields = {
    ...current,
    filters: normalizeFilters(current.filters),
    analyticsDashboards: current.analyticsDashboardIds,
  }
  const compared = Object.keys(sent).filter((field) => Object.hasOwn(read, field))
  const changed = compared.filter((field) => !same(laidOver(read, sent, field), read[field]))
  const contested = changed.filter((field) => !same(read[field], stored[field]))
  if (contested.some((field) => !same(laidOver(stored, sent, field), stored[field]))) throw conflict(current)
  const unchanged = new Set(compared.filter((field) => !changed.includes(field)))
  return Object.fromEntries(Object.entries(sent).filter(([field]) => !unchanged.has(field)))
}

/** What a field becomes when what was sent is laid over these fields. */
function laidOver(fields: Fields, sent: CheckedFlagInput & { readonly [field: string]: unknown }, field: string) {
  if (field !== 'filters' || !fields.filters || !sent.filters) return sent[field]
  return mergeFilters(fields.filters, sent.filters)
}

/** The fields of the flag that the client started from; those it garbled are left out. */
function fieldsRead(originalFlag: unknown): Fields | undefined {
  if (!isJsonObject(originalFlag)) return undefined
  const { version: _, originalFlag: __, creationContext: ___, filters: ____, ...shape } = updateFlagSchema.shape
  const entries = Object.entries(shape).flatMap(([field, schema]) => {
    const parsed = Object.hasOwn(originalFlag, field) ? schema.safeParse(originalFlag[field]) : undefined
    return parsed?.success ? [[field, parsed.data] as const] : []
  })
  const { filters } = checkFilterStructure(originalFlag.filters)
  return { ...Object.fromEntries(entries), ...(filters ? { filters: normalizeFilters(filters) } : {}) }
}

function same(a: unknown, b: unknown): boolean {
  return jsonEquals((a ?? null) as JsonValue, (b ?? null) as JsonValue) // entities and inputs are plain data
}

function conflict(current: Flag): DomainError {
  const editor = current.lastModifiedBy?.email ?? 'another user'
  return new DomainError(
    'conflict',
    `The feature flag was updated by ${editor} since you started editing it. Please refresh and try again.`,
  )
}
