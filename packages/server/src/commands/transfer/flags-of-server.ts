import type { FlagSource } from '@flagdeck/core/operations'
import { createClient, endpoints } from '@flagdeck/http'
import { CommandProblem } from '../command-problem.ts'
import { checkedUrl, explain, requireKey } from '../server-at.ts'

const FLAGS_AT_ONCE = 100

export interface ServerPlace {
  readonly url: string
  readonly key: string | undefined
  /** The id of a project; undefined: that of the key. */
  readonly project: string | undefined
}

/** The flags that a server tells of to whoever has a personal API key. */
export async function flagsOfServer({ url, key, project = '@current' }: ServerPlace): Promise<readonly FlagSource[]> {
  const apiKey = requireKey(key, 'A personal API key that reads flags')
  const { listFlags } = createClient({ baseUrl: checkedUrl(url), apiKey }, { listFlags: endpoints.listFlags })
  // A flag that is made meanwhile may move another to the next page.
  const found = new Map<string, FlagSource>()
  for (let offset = 0; ; offset += FLAGS_AT_ONCE) {
    const query = { limit: String(FLAGS_AT_ONCE), offset: String(offset), order: 'key' }
    const page = await listFlags({ params: { project_id: project }, query }).catch((error) => explain(url, error))
    if (!Array.isArray(page?.results)) throw new CommandProblem(`${url} answers, and not as a Flagdeck server does.`)
    for (const flag of page.results) found.set(flag.key, flag)
    if (page.next === null) return [...found.values()]
  }
}
