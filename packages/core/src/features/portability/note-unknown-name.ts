import { unknownNameComplaint } from '../../foundation/validation/unknown-name-complaint.ts'
import type { ImportProblems } from './import-refused.ts'

/** A guess takes time, and a document may have any number of names. Whoever reads of so many looks for no single letter. */
const MOST_GUESSED = 20

/** Notes a name that nobody knows; among the first problems of a document, with the one that was probably meant. */
export function noteUnknownName(place: string, name: string, known: readonly string[], problems: ImportProblems): void {
  const message = problems.count < MOST_GUESSED ? unknownNameComplaint(name, known) : 'is not known'
  problems.add({ path: place + name, message })
}
