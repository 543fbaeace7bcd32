import type { RecordField } from '../../data/records/record-field.ts'

/** A table that says of every field of a record what becomes of it. */
type Table = Readonly<Record<string, RecordField>>

/** The fields of a record that documents have, by their names there. */
export type DocumentValues<Row, Fields extends Record<keyof Row, RecordField>> = {
  readonly [Field in keyof Row as Fields[Field] extends { readonly document: string }
    ? NonNullable<Fields[Field]['wire']>
    : never]: Row[Field]
}

/** What a document has of a record, as the record has it. */
export function documentValues<Row extends object, Fields extends Record<keyof Row, RecordField>>(
  fields: Fields,
  row: Row,
): DocumentValues<Row, Fields> {
  const values = documented(fields).map(([field, { wire }]) => [wire, row[field as keyof Row]])
  return Object.fromEntries(values) // of the fields that documents have
}

/** What each field of a document says. */
export function documentMeanings<Row, Fields extends Record<keyof Row, RecordField>>(
  fields: Fields,
): { readonly [Field in keyof DocumentValues<Row, Fields>]: string } {
  return Object.fromEntries(documented(fields).map(([, { wire, document }]) => [wire, document]))
}

/** The names of the fields that operations take as they stand in a document: there, and in what operations take. */
export function documentInputs(fields: Table, except: readonly string[] = []): readonly (readonly [string, string])[] {
  return documented(fields).flatMap(([, { wire, input }]) =>
    wire === null || input === null || except.includes(wire) ? [] : [[wire, input] as const],
  )
}

function documented(fields: Table): readonly (readonly [string, RecordField])[] {
  return Object.entries(fields).filter(([, { document }]) => document !== null)
}
