/** The use of one field of a record outside the store. Lists of field names are derived from tables of these. */
export interface RecordField {
  /** Its name in responses, documents and flag activity; null: it is never shown. */
  readonly wire: string | null
  /** Its name in input, in camel case; null: callers cannot set it. */
  readonly input: string | null
  /** Whether the activity log records its changes. */
  readonly told: boolean
  /** Its meaning in an exported document (docs/export-format.md); null: documents do not contain it. */
  readonly document: string | null
}

type Table = Readonly<Record<string, Omit<RecordField, 'document'>>>

/** The names of the fields of a table in the API. */
export type WireName<Fields extends Table> = Exclude<Fields[keyof Fields]['wire'], null>

/** The names of the fields of a table in the input of callers. */
export type InputName<Fields extends Table> = Exclude<Fields[keyof Fields]['input'], null>

/** Returns the fields whose changes are recorded, in the order of the table. */
export function toldFields<Field extends string>(
  fields: Readonly<Record<Field, Pick<RecordField, 'told'>>>,
): readonly Field[] {
  const names = Object.keys(fields) as Field[] // the table has no other keys
  return names.filter((name) => fields[name].told)
}

/** The fields that callers can set and whose changes are recorded: a version stores and restores these. */
export type VersionedField<Fields extends Table> = {
  [Field in keyof Fields]: Fields[Field] extends { readonly told: true; readonly input: string } ? Field : never
}[keyof Fields]

/** Returns {@link VersionedField} as a list, in the order of the table. */
export function versionedFields(fields: Table): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?.told && fields[name].input !== null)
}

type VersionedName<Fields extends Table> = Exclude<Fields[VersionedField<Fields>]['wire'], null>

/** Returns the names of {@link VersionedField} in the API, in the order of the table. */
export function versionedNames<Fields extends Table>(fields: Fields): Readonly<Record<VersionedName<Fields>, true>> {
  const names = versionedFields(fields).map((field) => [fields[field]?.wire, true])
  return Object.fromEntries(names) as Record<VersionedName<Fields>, true> // all of these fields have one
}
