import type { ExportDocument } from '../../features/portability/export-document.ts'
import { exportProject } from '../../features/portability/export-project.ts'
import { exportText } from '../../features/portability/export-text.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import { type TestDeck, type TestDeckOptions, testDeck } from '../test-deck.ts'
import { furnishProject } from './furnished-project.ts'

const ENCRYPTED = { encryptionKey: new Uint8Array(32).fill(7) }

/** A deck whose project has something of everything that a document can tell of. */
export async function furnishedDeck(options: TestDeckOptions = {}): Promise<TestDeck> {
  const deck = await testDeck({ ...ENCRYPTED, project: { timezone: 'Europe/Berlin' }, ...options })
  await furnishProject(deck.context)
  return deck
}

/** A deck with an empty project, which can have all that a furnished one has. */
export function emptyDeck(): Promise<TestDeck> {
  return testDeck(ENCRYPTED)
}

/** What a file has: the document read back from its text. */
export function fileOf(document: ExportDocument): ExportDocument {
  return JSON.parse(exportText(document))
}

/** The export of a project with other fields in one of its flags. */
export async function withFlag({ context }: TestDeck, key: string, fields: JsonObject): Promise<unknown> {
  const document = fileOf(await exportProject(context))
  return { ...document, flags: document.flags.map((flag) => (flag.key === key ? { ...flag, ...fields } : flag)) }
}
