/** What becomes of one field of a record outside of the store. Lists of field names follow from tables of these. */
export interface RecordField {
  /** Its name in answers and documents, and in the activity of flags; null: nobody is shown it. */
  readonly wire: string | null
  /** Its name in what callers send, in camel case; null: they cannot set it. */
  readonly input: string | null
  /** Whether the activity tells how it changed. */
  readonly told: boolean
  /** What it says in an exported document (docs/export-format.md); null: documents do not have it. */
  readonly document: string | null
}

type Table = Readonly<Record<string, Omit<RecordField, 'document'>>>

/** The names that the API has for the fields of a table. */
export type WireName<Fields extends Table> = Exclude<Fields[keyof Fields]['wire'], null>

/** The names by which callers set the fields of a table. */
export type InputName<Fields extends Table> = Exclude<Fields[keyof Fields]['input'], null>

/** What of a record is told when it changes, in the order of the table. */
export function toldFields<Field extends string>(
  fields: Readonly<Record<Field, Pick<RecordField, 'told'>>>,
): readonly Field[] {
  const names = Object.keys(fields) as Field[] // of a table without other keys
  return names.filter((name) => fields[name].told)
}

/** The fields that callers set and are told of: what a version keeps, and brings back. */
export type VersionedField<Fields extends Table> = {
  [Field in keyof Fields]: Fields[Field] extends { readonly told: true; readonly input: string } ? Field : never
}[keyof Fields]

/** {@link VersionedField} as a list, in the order of the table. */
export function versionedFields(fields: Table): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?.told && fields[name].input !== null)
}

type VersionedName<Fields extends Table> = Exclude<Fields[VersionedField<Fields>]['wire'], null>

/** The names that the API has for {@link VersionedField}, in the order of the table. */
export function versionedNames<Fields extends Table>(fields: Fields): Readonly<Record<VersionedName<Fields>, true>> {
  const names = versionedFields(fields).map((field) => [fields[field]?.wire, true])
  return Object.fromEntries(names) as Record<VersionedName<Fields>, true> // of those fields, which all have one
}
