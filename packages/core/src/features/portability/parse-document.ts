import { isJson, isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import { NOT_JSON } from '../../foundation/validation/fields.ts'
import { typeName } from '../../foundation/validation/violations-of.ts'
import { IDENTITY_FIELDS, PROJECT_FIELDS, SECTION_FIELDS } from './document-fields.ts'
import { EXPORT_VERSION, type SectionName } from './export-document.ts'
import { ImportProblems, ImportRefused } from './import-refused.ts'
import { type NameKey, nameKey, namesakeBefore, parsedKey, shownReference } from './name-reference.ts'

/** Something that a document lists; its fields are checked by the operations that take them. */
export interface ParsedEntry {
  /** Where it stands: `flags[3]`. */
  readonly path: string
  /** How it is known: the same for the same thing in the document and in the project. */
  readonly key: NameKey
  readonly fields: JsonObject
}

/** A document and what is wrong with its outline. What is missing from it is left as it is. */
export interface ParsedDocument {
  readonly project: JsonObject
  /** Entries that cannot be told from others are in no section, so that a problem is reported once. */
  readonly sections: { readonly [Section in SectionName]: readonly ParsedEntry[] | undefined }
  readonly problems: ImportProblems
  /** What is said of a name that neither the document nor the project has, where callers know of no document. */
  readonly unknownName?: (section: string, what: string) => string
}

const SECTIONS = Object.keys(SECTION_FIELDS) as readonly SectionName[] // of an object literal without other keys

/**
 * Reads the outline of a document: its version, its sections, and how their entries are known. What is wrong with it is
 * reported together with what operations find wrong.
 * @throws ImportRefused when it is no document at all
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

/** Refuses a document that something is wrong with; `problems` are those of its outline and what was found since. */
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

/** Undefined for an entry that cannot be told from others. */
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

/** A name as it is compared: some are stored without the blanks around them, and those of roles have no case. */
function knownName(section: SectionName, name: string): string {
  if (section === 'cohorts') return name.trim()
  return section === 'roles' ? name.trim().toLowerCase() : name
}

/** Nothing appears twice, and a second of some name comes with the first: numbers would not stay what they are. */
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
