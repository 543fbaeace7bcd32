import { type ExamplePlace, hasExample, loadExample, removeExample } from '@flagdeck/console/example'
import { ApiError, createClient, endpoints } from '@flagdeck/http'
import type { CommandOutput } from '../command-output.ts'
import { checkedUrl, explain, requireKey } from '../server-at.ts'

export interface DemoFlags {
  readonly url: string
  readonly key?: string
  readonly remove?: boolean
}

const PROJECT = 'Example shop'

interface ExampleProject {
  readonly id: number
  readonly api_token: string
}

/** `flagdeck demo`: creates a project with example data for every screen on a running server, or removes the data. */
export async function demo(flags: DemoFlags): Promise<CommandOutput> {
  const apiKey = requireKey(flags.key, 'A personal API key')
  const url = checkedUrl(flags.url)
  const request = requesterFor(url, apiKey)
  return (flags.remove ? removeData(request) : createData(url, request)).catch((error: unknown) => explain(url, error))
}

type SendRequest = ExamplePlace['ask']

function requesterFor(baseUrl: string, apiKey: string): SendRequest {
  const client = createClient({ baseUrl, apiKey }, endpoints)
  // Each method of the client has the types of the endpoint with its name.
  return (name, input) => (client[name] as (input: unknown) => Promise<never>)(input)
}

async function createData(url: string, ask: SendRequest): Promise<CommandOutput> {
  const project = (await find(ask)) ?? (await ask('createProject', { body: { name: PROJECT } }))
  const place = { ask, projectId: project.id }
  const exists = await hasExample(place)
  if (!exists) await loadExample({ ...place, capture: captureAt(url, project.api_token), onStep: () => undefined })
  const where = new URL(`console/#/project/${project.id}/flags`, url.endsWith('/') ? url : `${url}/`).href
  const text = exists ? `The example data already exists: ${where}` : `${PROJECT} is ready: ${where}`
  return { data: { project: project.id, url: where, made: !exists }, text }
}

async function removeData(ask: SendRequest): Promise<CommandOutput> {
  const project = await find(ask)
  if (!project)
    return { data: { project: null }, text: `There is no project named ${PROJECT}, so there is nothing to remove.` }
  await removeExample({ ask, projectId: project.id })
  const text = `Removed the example data from ${PROJECT}. The project and its usage counts remain.`
  return { data: { project: project.id }, text }
}

/** The largest page size. */
const LISTED = '1000'

async function find(ask: SendRequest): Promise<ExampleProject | undefined> {
  const { results } = await ask('listProjects', { query: { limit: LISTED } })
  return results.find(({ name }) => name === PROJECT)
}

function captureAt(url: string, token: string): ExamplePlace['capture'] {
  return async (batch) => {
    const address = new URL('batch/', url.endsWith('/') ? url : `${url}/`)
    const response = await fetch(address, { method: 'POST', body: JSON.stringify({ api_key: token, batch }) })
    if (!response.ok) throw new ApiError(response, { detail: await response.text() })
  }
}
