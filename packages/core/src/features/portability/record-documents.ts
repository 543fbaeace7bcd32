import type { RecordField } from '../../data/records/record-field.ts'

/** A table that determines for every field of a record how it is handled. */
type Table = Readonly<Record<string, RecordField>>

/** The fields of a record that are in documents, by their names there. */
export type DocumentValues<Row, Fields extends Record<keyof Row, RecordField>> = {
  readonly [Field in keyof Row as Fields[Field] extends { readonly document: string }
    ? NonNullable<Fields[Field]['wire']>
    : never]: Row[Field]
}

/** Returns the fields of a record that are in documents, with the values of the record. */
export function documentValues<Row extends object, Fields extends Record<keyof Row, RecordField>>(
  fields: Fields,
  row: Row,
): DocumentValues<Row, Fields> {
  const values = documented(fields).map(([field, { wire }]) => [wire, row[field as keyof Row]])
  return Object.fromEntries(values) // the fields that are in documents
}

/** Returns the meaning of each field of a document. */
export function documentMeanings<Row, Fields extends Record<keyof Row, RecordField>>(
  fields: Fields,
): { readonly [Field in keyof DocumentValues<Row, Fields>]: string } {
  return Object.fromEntries(documented(fields).map(([, { wire, document }]) => [wire, document]))
}

/**
 * Returns the names of the fields that operations take unchanged from documents: in documents, and in the input of
 * operations.
 */
export function documentInputs(fields: Table, except: readonly string[] = []): readonly (readonly [string, string])[] {
  return documented(fields).flatMap(([, { wire, input }]) =>
    wire === null || input === null || except.includes(wire) ? [] : [[wire, input] as const],
  )
}

function documented(fields: Table): readonly (readonly [string, RecordField])[] {
  return Object.entries(fields).filter(([, { document }]) => document !== null)
}
