import { jsonProblem } from '../../../parts/json-problem.ts'
import { jsonWrong } from '../../../text/json.ts'
import { newDashboard as text } from '../../../text/new-dashboard.ts'
import { type Fields, fieldsOf } from '../question/query-source.ts'

/** The parts of a template's tile that are shown before a dashboard is created from it. */
export interface PreviewTile {
  readonly name: string
  readonly description: string
  readonly isText: boolean
}

/** Returns the error in a document for its form; undefined if the form finds none. The API may find further errors. */
export function documentProblem(document: string): string | undefined {
  if (document.trim() === '') return text.documentMissing
  const problem = jsonProblem(document)
  if (problem) return jsonWrong(problem)
  const value: unknown = JSON.parse(document)
  return Array.isArray(value) || fieldsOf(value) !== value ? text.notAnObject : undefined
}

/** Returns the template in a document without a {@link documentProblem}. */
export function templateIn(document: string): Fields {
  return fieldsOf(JSON.parse(document))
}

export function previewOf(tiles: unknown): readonly PreviewTile[] {
  if (!Array.isArray(tiles)) return []
  return tiles.map(fieldsOf).map(({ type, name, description, body }) => {
    const isText = type === 'TEXT'
    return { name: textOf(isText ? body : name), description: textOf(description), isText }
  })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
