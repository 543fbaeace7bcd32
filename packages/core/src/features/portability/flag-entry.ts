import { FLAG_FIELDS } from '../../data/records/flag-fields.ts'
import type { FilterInput, FlagFilters } from '../../evaluation/definition/flag-filters.ts'
import { isJsonObject, type JsonObject, type JsonValue, withoutUndefined } from '../../foundation/json/json-value.ts'
import type { Limits } from '../../runtime/context.ts'
import { REDACTED_PAYLOAD } from '../../runtime/secrets/payload-cipher.ts'
import { normalizeFilters } from '../filters/normalize-filters.ts'
import { withConvertedSettings } from '../filters/older-settings.ts'
import { type CheckedFlagInput, checkUpdateFlag, type UpdateFlagInput } from '../flags/flag-input.ts'
import type { FlagEntry } from './export-document.ts'
import type { FieldDifference } from './import-plan.ts'
import { filtersWithIds, namedFilters, type OnUnknown } from './named-filters.ts'
import type { Names } from './names.ts'
import { documentInputs } from './record-documents.ts'

/** The names of the fields that operations take unchanged: in documents, and in their input. */
const FIELD_PAIRS = documentInputs(FLAG_FIELDS, ['key', 'filters', 'analytics_dashboards'])

/** Returns the input of an operation for these fields; the operation validates it. */
export function flagInput(fields: JsonObject, names: Names, onUnknown: OnUnknown): UpdateFlagInput {
  const { filters } = fields
  const input = Object.fromEntries(FIELD_PAIRS.map(([field, name]) => [name, fields[field]]))
  const withIds = filters === undefined ? undefined : filtersWithIds(filters, names, onUnknown)
  return withoutUndefined({ ...input, filters: withIds }) as UpdateFlagInput
}

/** Returns the plain fields of an entry in the form of an export. Refuses the fields that an operation would refuse. */
export function exportedFlagFields(fields: JsonObject, names: Names, limits: Limits, onUnknown: OnUnknown): JsonObject {
  // The size is checked after names are replaced by ids.
  const checked = checkUpdateFlag(flagInput(fields, names, onUnknown), { ...limits, maxFiltersBytes: Infinity })
  const plain = FIELD_PAIRS.map(([field, name]) => [field, checked[name as keyof CheckedFlagInput]])
  const filters = checked.filters && namedFilters(storedForm(checked.filters, String(fields.key)), names)
  return withoutUndefined({ ...Object.fromEntries(plain), filters }) as JsonObject // validated plain data
}

/** Returns the stored form of these filters, so that a second import of the same document finds no changes. */
function storedForm(filters: FilterInput, key: string): FlagFilters {
  return withConvertedSettings(normalizeFilters(filters), key, filters)
}

/** Returns the fields with the stored payloads in place of those that the document hides (PORT-8). */
export function withStoredPayloads(fields: JsonObject, current: FlagEntry | undefined): JsonObject {
  const { filters } = fields
  const payloads = isJsonObject(filters) ? filters.payloads : undefined
  const stored = current?.has_encrypted_payloads ? current.filters.payloads : undefined
  if (!isJsonObject(payloads) || !isJsonObject(stored)) return fields
  const shown = Object.entries(payloads).map(([key, payload]) => [
    key,
    payload === REDACTED_PAYLOAD && Object.hasOwn(stored, key) ? (stored[key] ?? payload) : payload,
  ])
  return { ...fields, filters: { ...(filters as JsonObject), payloads: Object.fromEntries(shown) } } // it has payloads
}

/** Whether the document has placeholders instead of encrypted payloads. */
export function hidesPayloads({ filters, has_encrypted_payloads: isEncrypted }: JsonObject): boolean {
  const payloads = isJsonObject(filters) ? filters.payloads : undefined
  return isEncrypted === true && isJsonObject(payloads) && Object.values(payloads).includes(REDACTED_PAYLOAD)
}

/** Returns the differences without encrypted values on either side. */
export function shownDifferences(
  differences: readonly FieldDifference[],
  isEncrypted: boolean,
): readonly FieldDifference[] {
  if (!isEncrypted) return differences
  return differences.map((each) =>
    each.field === 'filters.payloads' ? { ...each, before: hidden(each.before), after: hidden(each.after) } : each,
  )
}

function hidden(payloads: JsonValue): JsonValue {
  if (!isJsonObject(payloads)) return payloads
  return Object.fromEntries(Object.keys(payloads).map((key) => [key, REDACTED_PAYLOAD]))
}
