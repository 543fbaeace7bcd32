import type { FlagSource } from '@flagdeck/core/operations'
import { createClient, endpoints } from '@flagdeck/http'
import { CommandProblem } from '../command-problem.ts'
import { checkedUrl, explain, requireKey } from '../server-at.ts'

const PAGE_SIZE = 100

export interface ServerPlace {
  readonly url: string
  readonly key: string | undefined
  /** The id of a project; undefined: that of the key. */
  readonly project: string | undefined
}

/** Reads the flags of a project from a server with a personal API key. */
export async function flagsOfServer({ url, key, project = '@current' }: ServerPlace): Promise<readonly FlagSource[]> {
  const apiKey = requireKey(key, 'A personal API key that can read flags')
  const { listFlags } = createClient({ baseUrl: checkedUrl(url), apiKey }, { listFlags: endpoints.listFlags })
  // A flag that is created concurrently can move another flag to the next page.
  const found = new Map<string, FlagSource>()
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const query = { limit: String(PAGE_SIZE), offset: String(offset), order: 'key' }
    const page = await listFlags({ params: { project_id: project }, query }).catch((error) => explain(url, error))
    if (!Array.isArray(page?.results)) throw new CommandProblem(`The server at ${url} is not a Flagdeck server.`)
    for (const flag of page.results) found.set(flag.key, flag)
    if (page.next === null) return [...found.values()]
  }
}
