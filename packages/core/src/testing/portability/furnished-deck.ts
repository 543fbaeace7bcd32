import type { ExportDocument } from '../../features/portability/export-document.ts'
import { exportProject } from '../../features/portability/export-project.ts'
import { exportText } from '../../features/portability/export-text.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import { type TestDeck, type TestDeckOptions, testDeck } from '../test-deck.ts'
import { furnishProject } from './furnished-project.ts'

const ENCRYPTED = { encryptionKey: new Uint8Array(32).fill(7) }

/** Returns a deck whose project contains every kind of record that a document can describe. */
export async function furnishedDeck(options: TestDeckOptions = {}): Promise<TestDeck> {
  const deck = await testDeck({ ...ENCRYPTED, project: { timezone: 'Europe/Berlin' }, ...options })
  await furnishProject(deck.context)
  return deck
}

/** Returns a deck with an empty project, which can import a furnished one. */
export function emptyDeck(): Promise<TestDeck> {
  return testDeck(ENCRYPTED)
}

/** Returns the document as a file contains it: parsed from its text. */
export function fileOf(document: ExportDocument): ExportDocument {
  return JSON.parse(exportText(document))
}

/** Returns the export of a project in which one flag has other fields. */
export async function withFlag({ context }: TestDeck, key: string, fields: JsonObject): Promise<unknown> {
  const document = fileOf(await exportProject(context))
  return { ...document, flags: document.flags.map((flag) => (flag.key === key ? { ...flag, ...fields } : flag)) }
}
