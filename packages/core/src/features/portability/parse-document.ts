import { isJson, isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import { NOT_JSON } from '../../foundation/validation/fields.ts'
import { typeName } from '../../foundation/validation/violations-of.ts'
import { IDENTITY_FIELDS, PROJECT_FIELDS, SECTION_FIELDS } from './document-fields.ts'
import { EXPORT_VERSION, type SectionName } from './export-document.ts'
import { ImportProblems, ImportRefused } from './import-refused.ts'
import { type NameKey, nameKey, namesakeBefore, parsedKey, shownReference } from './name-reference.ts'

/** An entry of a document. The operations that take its fields validate them. */
export interface ParsedEntry {
  /** The path of the entry, such as `flags[3]`. */
  readonly path: string
  /** The identity of the entry, which is the same for the same record in the document and in the project. */
  readonly key: NameKey
  readonly fields: JsonObject
}

/** A document with the problems of its structure. Records that are missing from it stay unchanged. */
export interface ParsedDocument {
  readonly project: JsonObject
  /** Sections do not contain entries without a unique identity, so that their problem is reported once. */
  readonly sections: { readonly [Section in SectionName]: readonly ParsedEntry[] | undefined }
  readonly problems: ImportProblems
  /**
   * Returns the message for a name that neither the document nor the project has, for callers that do not see a
   * document.
   */
  readonly unknownName?: (section: string, what: string) => string
}

const SECTIONS = Object.keys(SECTION_FIELDS) as readonly SectionName[] // of an object literal without other keys

/**
 * Parses the structure of a document: its version, its sections, and the identities of their entries. Problems are
 * reported together with those that operations find.
 * @throws ImportRefused if it is not a document
 */
export function parseDocument(input: unknown): ParsedDocument {
  if (!isJson(input)) throw new ImportRefused([{ path: '', message: NOT_JSON }])
  if (!isJsonObject(input)) throw new ImportRefused([{ path: '', message: noObject(input) }])
  refuseVersion(input)
  const problems = new ImportProblems()
  noteUnknown('', input, ['flagdeck_export', 'project', ...SECTIONS], problems)
  const project = objectAt('project', input.project ?? {}, problems)
  noteUnknown('project.', project, Object.keys(PROJECT_FIELDS), problems)
  const sections = Object.fromEntries(SECTIONS.map((name) => [name, section(name, input[name], problems)]))
  return { project, sections: sections as ParsedDocument['sections'], problems } // one of each name
}

/** Refuses a document with problems; `problems` are those of its structure and those found since. */
export function refuseDocument({ sections }: ParsedDocument, problems: ImportProblems): void {
  problems.refuse((path) => {
    const [entryPath = path, section = ''] = /^(\w+)\[\d+\]/.exec(path) ?? []
    const entry = sections[section as SectionName]?.find((each) => each.path === entryPath)
    return entry ? shownReference(entry.key) : path
  })
}

function refuseVersion({ flagdeck_export: version = null }: JsonObject): void {
  if (version === EXPORT_VERSION) return
  const message =
    typeof version === 'number' && version > EXPORT_VERSION
      ? `is ${version}: the file was exported by a newer release, so import it with that release`
      : `must be ${EXPORT_VERSION}: use a project file from an export`
  throw new ImportRefused([{ path: 'flagdeck_export', message }])
}

function section(
  name: SectionName,
  list: JsonValue | undefined,
  problems: ImportProblems,
): readonly ParsedEntry[] | undefined {
  if (list === undefined) return undefined
  if (!Array.isArray(list)) {
    problems.add({ path: name, message: `must be a list, not ${typeName(list)}` })
    return []
  }
  const entries = list.flatMap(
    (entry: JsonValue, index) => parseEntry(name, `${name}[${index}]`, entry, problems) ?? [],
  )
  return distinctEntries(entries, problems)
}

/** Returns undefined for an entry without a unique identity. */
function parseEntry(
  section: SectionName,
  path: string,
  value: JsonValue,
  problems: ImportProblems,
): ParsedEntry | undefined {
  const before = problems.count
  const fields = objectAt(path, value, problems)
  if (problems.count > before) return undefined
  noteUnknown(`${path}.`, fields, Object.keys(SECTION_FIELDS[section]), problems)
  const identity = IDENTITY_FIELDS[section]
  const { [identity]: name, number = 1 } = fields
  const mayBeNull = section === 'dashboards'
  const known = problems.count
  if (typeof name !== 'string' && !(mayBeNull && name === null)) {
    problems.add({ path: `${path}.${identity}`, message: `must be text` })
  }
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1) {
    problems.add({ path: `${path}.number`, message: 'must be a number, at least 1' })
  }
  if (problems.count > known) return undefined
  const key = nameKey(typeof name === 'string' ? knownName(section, name) : null, Number(number))
  return { path, key, fields }
}

/** Returns a name in the form for comparisons: some names are stored trimmed, and names of roles ignore case. */
function knownName(section: SectionName, name: string): string {
  if (section === 'cohorts') return name.trim()
  return section === 'roles' ? name.trim().toLowerCase() : name
}

/**
 * Refuses entries that appear twice, and numbers without the entry of the previous number, because numbers would then
 * change.
 */
function distinctEntries(entries: readonly ParsedEntry[], problems: ImportProblems): readonly ParsedEntry[] {
  const distinct = new Map<NameKey, ParsedEntry>()
  for (const entry of entries) {
    if (distinct.has(entry.key)) problems.add({ path: entry.path, message: 'appears twice' })
    else distinct.set(entry.key, entry)
  }
  return [...distinct.values()].filter(({ key, path }) => {
    const { number } = parsedKey(key)
    if (namesakeBefore(key).every((before) => distinct.has(before))) return true
    problems.add({
      path: `${path}.number`,
      message: `is ${number}, but there is no number ${number - 1} with this name`,
    })
    return false
  })
}

function noteUnknown(prefix: string, object: JsonObject, known: readonly string[], problems: ImportProblems): void {
  for (const field of Object.keys(object)) {
    if (!known.includes(field)) problems.addUnknown(prefix, field, known)
  }
}

function objectAt(path: string, value: JsonValue, problems: ImportProblems): JsonObject {
  if (isJsonObject(value)) return value
  problems.add({ path, message: noObject(value) })
  return {}
}

function noObject(value: JsonValue): string {
  return `must be an object, not ${typeName(value)}`
}
