import { DomainError } from '../../foundation/errors/domain-error.ts'
import { type JsonValue, jsonEquals } from '../../foundation/json/json-value.ts'

/** Kinds of things that a document lists. */
export type ImportKind = 'project' | 'role' | 'cohort' | 'flag' | 'dashboard' | 'dashboard_template'

/** A field that an import changes; parts of a flag's filters by themselves: `filters.groups`. */
export interface FieldDifference {
  readonly field: string
  /** null: it is not there. */
  readonly before: JsonValue
  readonly after: JsonValue
}

/** Something that an import makes, changes or deletes. */
export interface ImportChange {
  readonly action: 'create' | 'update' | 'delete'
  readonly kind: ImportKind
  /** The key of a flag, the name of anything else. */
  readonly name: string
  /** Of an update; what is encrypted is not shown. */
  readonly fields: readonly FieldDifference[]
}

/** What an import does, or would do. */
export interface ImportPlan {
  /** In the order of the document's sections, deletions last. */
  readonly changes: readonly ImportChange[]
  /** Things of the document that are as it says. */
  readonly unchanged: number
  /** What the project has and the document does not: kept, unless the import prunes. */
  readonly kept: readonly { readonly kind: ImportKind; readonly name: string }[]
  /** What the document says and the import leaves as it is, and what it may have said otherwise than meant, in sentences. */
  readonly notes: readonly string[]
}

export function sameChanges(a: readonly ImportChange[], b: readonly ImportChange[]): boolean {
  return jsonEquals(a as unknown as JsonValue, b as unknown as JsonValue) // plain data
}

/** The refusal of a change that would no longer be what was planned and confirmed. */
export function changedSincePlanned(what: 'import' | 'copy'): DomainError {
  return new DomainError('conflict', `The project was changed after the ${what} was planned: plan it again.`)
}
