import { DomainError } from '../errors/domain-error.ts'
import { jsonEquals } from '../json/json-equals.ts'
import { isJsonObject, type JsonValue } from '../json/json-value.ts'
import { checkFilterStructure } from './filters/filter-structure.ts'
import { mergeFilters, normalizeFilters } from './filters/normalize-filters.ts'
import type { Flag } from './flag.ts'
import { type CheckedFlagInput, updateFlagSchema } from './flag-input.ts'

/** Sent along with an update to say what the client saw, not what it wants. */
const BOOKKEEPING = new Set(['version', 'originalFlag', 'creationContext'])

/**
 * Decides between what a client sends and what others wrote since it read the flag (flags-api.md section 3.4).
 * A field that both changed, to different values, is a conflict. Fields that the client sent back as it had read
 * them are dropped, so that a stale form does not undo another person's change. Without a version and the flag the
 * client started from nothing can be told, and everything sent is written.
 */
export function resolveConflict(current: Flag, sent: CheckedFlagInput): CheckedFlagInput {
  const original = readOriginal(sent.originalFlag)
  if (original === undefined || sent.version === undefined || (sent.version ?? 0) === current.version) return sent
  const fields = (Object.keys(sent) as (keyof CheckedFlagInput)[]).filter((field) => !BOOKKEEPING.has(field))
  const unchangedByClient = fields.filter((field) => field in original && !changedBy(field, original, sent))
  const contested = fields.filter(
    (field) =>
      field in original &&
      !unchangedByClient.includes(field) &&
      !same(original[field], storedValue(current, field)) &&
      !same(sentValue(current, sent, field), storedValue(current, field)),
  )
  if (contested.length > 0) throw conflict(current)
  return Object.fromEntries(Object.entries(sent).filter(([field]) => !(unchangedByClient as string[]).includes(field)))
}

type Fields = { readonly [field: string]: unknown }

function changedBy(field: keyof CheckedFlagInput, original: Fields, sent: CheckedFlagInput): boolean {
  if (field !== 'filters') return !same(sent[field], original[field])
  const started = original.filters as Flag['filters'] // normalised by readOriginal
  return sent.filters !== undefined && !same(mergeFilters(started, sent.filters), started)
}

function sentValue(current: Flag, sent: CheckedFlagInput, field: keyof CheckedFlagInput): unknown {
  return field === 'filters' && sent.filters ? mergeFilters(current.filters, sent.filters) : sent[field]
}

function storedValue(current: Flag, field: keyof CheckedFlagInput): unknown {
  if (field === 'analyticsDashboards') return current.analyticsDashboardIds
  return field === 'filters' ? normalizeFilters(current.filters) : current[field as keyof Flag]
}

/** The fields of the flag that the client started from, in stored form; those it garbled are left out. */
function readOriginal(original: unknown): Fields | undefined {
  if (!isJsonObject(original)) return undefined
  const entries = Object.entries(updateFlagSchema.shape).flatMap(([field, schema]) => {
    if (!Object.hasOwn(original, field)) return []
    if (field === 'filters') return originalFilters(original[field])
    const parsed = schema.safeParse(original[field])
    return parsed.success ? [[field, parsed.data] as const] : []
  })
  return Object.fromEntries(entries)
}

function originalFilters(filters: unknown): (readonly ['filters', unknown])[] {
  const { filters: checked } = checkFilterStructure(filters)
  return checked ? [['filters', normalizeFilters(checked)]] : []
}

function same(a: unknown, b: unknown): boolean {
  return jsonEquals((a ?? null) as JsonValue, (b ?? null) as JsonValue) // entities and inputs are plain data
}

function conflict(current: Flag): DomainError {
  const editor = current.lastModifiedBy?.email ?? 'another user'
  return new DomainError(
    'conflict',
    'conflict',
    `The feature flag was updated by ${editor} since you started editing it. Please refresh and try again.`,
  )
}
