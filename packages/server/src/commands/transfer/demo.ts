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

/** `flagdeck demo`: makes a project with something on every screen, as a client of a running server, or takes it away again. */
export async function demo(flags: DemoFlags): Promise<CommandOutput> {
  const apiKey = requireKey(flags.key, 'A personal API key')
  const url = checkedUrl(flags.url)
  const ask = askerAt(url, apiKey)
  return (flags.remove ? takeAway(ask) : bring(url, ask)).catch((error: unknown) => explain(url, error))
}

type Ask = ExamplePlace['ask']

function askerAt(baseUrl: string, apiKey: string): Ask {
  const client = createClient({ baseUrl, apiKey }, endpoints)
  // Each method of the client takes and answers what the endpoint of its name does.
  return (name, input) => (client[name] as (input: unknown) => Promise<never>)(input)
}

async function bring(url: string, ask: Ask): Promise<CommandOutput> {
  const project = (await find(ask)) ?? (await ask('createProject', { body: { name: PROJECT } }))
  const place = { ask, projectId: project.id }
  const isThere = await hasExample(place)
  if (!isThere) await loadExample({ ...place, capture: captureAt(url, project.api_token), onStep: () => undefined })
  const where = new URL(`console/#/project/${project.id}/flags`, url.endsWith('/') ? url : `${url}/`).href
  const text = isThere ? `The example data is there already: ${where}` : `${PROJECT} is ready: ${where}`
  return { data: { project: project.id, url: where, made: !isThere }, text }
}

async function takeAway(ask: Ask): Promise<CommandOutput> {
  const project = await find(ask)
  if (!project) return { data: { project: null }, text: `There is no project named ${PROJECT}.` }
  await removeExample({ ask, projectId: project.id })
  const text = `The example data of ${PROJECT} is gone. The project stays, with what was counted in it.`
  return { data: { project: project.id }, text }
}

/** As many as a page may have. */
const LISTED = '1000'

async function find(ask: Ask): Promise<ExampleProject | undefined> {
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
