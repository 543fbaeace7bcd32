import { DomainError } from '../../foundation/errors/domain-error.ts'
import { type JsonValue, jsonEquals } from '../../foundation/json/json-value.ts'

/** The kinds of records in a document. */
export type ImportKind = 'project' | 'role' | 'cohort' | 'flag' | 'dashboard' | 'dashboard_template'

/** A field that an import changes. Parts of a flag's filters are separate fields, such as `filters.groups`. */
export interface FieldDifference {
  readonly field: string
  /** Null if missing. */
  readonly before: JsonValue
  readonly after: JsonValue
}

/** A record that an import creates, changes or deletes. */
export interface ImportChange {
  readonly action: 'create' | 'update' | 'delete'
  readonly kind: ImportKind
  /** The key of a flag, or the name of another record. */
  readonly name: string
  /** The fields of an update, without encrypted values. */
  readonly fields: readonly FieldDifference[]
}

/** The changes of an import, done or planned. */
export interface ImportPlan {
  /** In the order of the document's sections, deletions last. */
  readonly changes: readonly ImportChange[]
  /** The number of records that already match the document. */
  readonly unchanged: number
  /** Records of the project that the document does not contain: they stay, unless the import prunes. */
  readonly kept: readonly { readonly kind: ImportKind; readonly name: string }[]
  /** Sentences about values of the document that the import ignores, or that may have another meaning than intended. */
  readonly notes: readonly string[]
}

export function sameChanges(a: readonly ImportChange[], b: readonly ImportChange[]): boolean {
  return jsonEquals(a as unknown as JsonValue, b as unknown as JsonValue) // plain data
}

/** Returns the error for a change that differs from the confirmed plan by now. */
export function changedSincePlanned(what: 'import' | 'copy'): DomainError {
  return new DomainError('conflict', `The project was changed after the ${what} was planned: plan it again.`)
}
