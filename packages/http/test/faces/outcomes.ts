import { flagdeckRoutes } from '../../src/api/flagdeck-application.ts'
import { problemOf, problemResponse } from '../../src/rest/problem.ts'
import type { Person, World } from '../support/world.ts'
import type { Ids, Step } from './step.ts'

/**
 * The result of a step, as text without random values: ids, tokens and names of worlds are replaced by placeholders.
 */
export interface Outcome {
  readonly step: string
  readonly answer: string
}

/** The API or the deck, as a person of a world uses it. */
export type Face = (step: Step, ids: Ids) => Promise<readonly [status: number, body: unknown]>

export function overHttp({ project }: World, person: Person): Face {
  return async ({ method, path, json }, ids) => {
    const url = `/api/projects/${project.id}/${filled(path, ids)}`
    const sent = json === undefined ? undefined : JSON.parse(filled(JSON.stringify(json), ids))
    const { status, text } = await person.send(method, url, { json: sent })
    return [status, bodyIn(text)]
  }
}

export function embedded({ api, project }: World, { user }: Person): Face {
  return async (step, ids) => {
    const { endpoint } = endpointOf(step)
    try {
      const answer: unknown = await step.call(await api.deck.as(user).project(project.id), ids)
      return [endpoint.status ?? (endpoint.output ? 200 : 204), JSON.parse(JSON.stringify(answer ?? null))]
    } catch (error) {
      const { status, body } = (endpoint.renderProblem ?? problemResponse)(problemOf(error, 'id', endpoint.wireNames), {
        pathParams: {},
      })
      return [status, bodyIn(typeof body === 'string' ? body : null)]
    }
  }
}

/** Runs the steps. Each can use the ids that earlier steps have stored. */
export async function goThrough(face: Face, steps: readonly Step[], known: Ids): Promise<readonly Outcome[]> {
  const ids: Record<string, string> = { ...known }
  const outcomes: Outcome[] = []
  for (const step of steps) {
    const [status, body] = await face(step, ids)
    const { id } = (body ?? {}) as { readonly id?: unknown } // any result
    if (step.keep) ids[step.keep] = String(id)
    outcomes.push({ step: `${step.operation} ${step.path}`, answer: `${status} ${withoutChance(body)}` })
  }
  return outcomes
}

function endpointOf({ operation }: Step) {
  const route = flagdeckRoutes.find(({ endpoint }) => endpoint.operationId === operation)
  if (!route) throw new Error(`there is no endpoint ${operation}`)
  return route
}

function filled(text: string, ids: Ids): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole)
}

function bodyIn(text: string | null): unknown {
  if (text === null || text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    // Lines of JSON.
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
  }
}

function withoutChance(body: unknown): string {
  const { next: _, previous: __, ...rest } = (body ?? {}) as Record<string, unknown> // the links, if it is a page
  const told = Array.isArray(body) || typeof body !== 'object' || body === null ? body : rest
  return (
    JSON.stringify(told, inOrder, 1)
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID')
      .replace(/"short_id": "\w+"/g, '"short_id": "ID"')
      // The results of tiles are requested separately from a deck, which counts as an access to the dashboard.
      .replace(/"last_accessed_at": .*/g, '"last_accessed_at"')
      .replace(/\bRole \d+\b/g, 'ROLE')
      .replace(/ph([csx])_\w+/g, 'ph$1_')
      .replace(/\bw\d+\b/g, 'WORLD')
  )
}

/** The fields of objects sorted by name: their order is not part of a result. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
