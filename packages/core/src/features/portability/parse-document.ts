import { isJson, isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import { NOT_JSON } from '../../foundation/validation/fields.ts'
import { typeName } from '../../foundation/validation/violations-of.ts'
import { IDENTITY_FIELDS, PROJECT_FIELDS, SECTION_FIELDS } from './document-fields.ts'
import { EXPORT_VERSION, type SectionName } from './export-document.ts'
import { type ImportProblem, refuseProblems } from './import-refused.ts'
import { type NameKey, nameKey, namesakeBefore, parsedKey } from './name-reference.ts'
import { noteUnknownName } from './note-unknown-name.ts'

/** Something that a document lists; its fields are checked by the operations that take them. */
export interface ParsedEntry {
  /** Where it stands: `flags[3]`. */
  readonly path: string
  /** How it is known: the same for the same thing in the document and in the project. */
  readonly key: NameKey
  readonly fields: JsonObject
}

/** A document whose outline is right. What is missing from it is left as it is. */
export interface ParsedDocument {
  readonly project: JsonObject
  readonly sections: { readonly [Section in SectionName]: readonly ParsedEntry[] | undefined }
}

const SECTIONS = Object.keys(SECTION_FIELDS) as readonly SectionName[] // of an object literal without other keys

/**
 * Looks at the outline of a document: its version, its sections, and how what they list is known.
 * @throws ImportRefused with everything that is wrong
 */
export function parseDocument(input: unknown): ParsedDocument {
  if (!isJson(input)) refuseProblems([{ path: '', message: NOT_JSON }])
  const problems: ImportProblem[] = []
  const document = objectAt('', input as JsonValue, problems)
  refuseProblems(problems)
  refuseVersion(document)
  noteUnknown('', document, ['flagdeck_export', 'project', ...SECTIONS], problems)
  const project = objectAt('project', document.project ?? {}, problems)
  noteUnknown('project.', project, Object.keys(PROJECT_FIELDS), problems)
  const sections = Object.fromEntries(SECTIONS.map((name) => [name, section(name, document[name], problems)]))
  refuseProblems(problems)
  return { project, sections: sections as ParsedDocument['sections'] } // one of each name
}

function refuseVersion({ flagdeck_export: version = null }: JsonObject): void {
  if (version === EXPORT_VERSION) return
  const message =
    typeof version === 'number' && version > EXPORT_VERSION
      ? `is ${version}: the document was exported by a newer release, which has to import it`
      : `has to be ${EXPORT_VERSION}: this is no exported project`
  refuseProblems([{ path: 'flagdeck_export', message }])
}

function section(
  name: SectionName,
  list: JsonValue | undefined,
  problems: ImportProblem[],
): readonly ParsedEntry[] | undefined {
  if (list === undefined) return undefined
  if (!Array.isArray(list)) {
    problems.push({ path: name, message: `has to be a list, not ${typeName(list)}` })
    return []
  }
  const entries = list.map((entry: JsonValue, index) => parseEntry(name, `${name}[${index}]`, entry, problems))
  noteRepeated(entries, problems)
  return entries
}

function parseEntry(section: SectionName, path: string, value: JsonValue, problems: ImportProblem[]): ParsedEntry {
  const fields = objectAt(path, value, problems)
  noteUnknown(`${path}.`, fields, Object.keys(SECTION_FIELDS[section]), problems)
  const identity = IDENTITY_FIELDS[section]
  const { [identity]: name, number = 1 } = fields
  const mayBeNull = section === 'dashboards'
  if (typeof name !== 'string' && !(mayBeNull && name === null)) {
    problems.push({ path: `${path}.${identity}`, message: `has to be text` })
  }
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1) {
    problems.push({ path: `${path}.number`, message: 'has to be a number from 1 on' })
  }
  const key = nameKey(typeof name === 'string' ? knownName(section, name) : null, Number(number))
  return { path, key, fields }
}

/** A name as it is compared: some are stored without the blanks around them, and those of roles have no case. */
function knownName(section: SectionName, name: string): string {
  if (section === 'cohorts') return name.trim()
  return section === 'roles' ? name.trim().toLowerCase() : name
}

/** Nothing is there twice, and a second of some name comes with the first: numbers would not stay what they are. */
function noteRepeated(entries: readonly ParsedEntry[], problems: ImportProblem[]): void {
  const keys = new Set<NameKey>()
  for (const { key, path } of entries) {
    if (keys.has(key)) problems.push({ path, message: 'is there twice' })
    keys.add(key)
  }
  for (const { key, path } of entries) {
    const { number } = parsedKey(key)
    if (namesakeBefore(key).every((before) => keys.has(before))) continue
    problems.push({ path: `${path}.number`, message: `is ${number}, but there is no ${number - 1} of this name` })
  }
}

function noteUnknown(prefix: string, object: JsonObject, known: readonly string[], problems: ImportProblem[]): void {
  for (const field of Object.keys(object)) {
    if (!known.includes(field)) noteUnknownName(prefix, field, known, problems)
  }
}

function objectAt(path: string, value: JsonValue, problems: ImportProblem[]): JsonObject {
  if (isJsonObject(value)) return value
  problems.push({ path, message: `has to be an object, not ${typeName(value)}` })
  return {}
}
