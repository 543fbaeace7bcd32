import type { EmbeddedProject, Page } from '@flagdeck/core'

/** The ids of created records, by the names under which steps store them. */
export type Ids = Readonly<Record<string, string>>

/** The same request to the API and the deck. */
export interface Step {
  readonly operation: string
  readonly method: string
  /** The path below the project, with names of ids in braces. */
  readonly path: string
  readonly json?: unknown
  /** Calls the deck, and converts its result to the response of the API. */
  readonly call: (project: EmbeddedProject, ids: Ids) => unknown
  /** The name under which the id of the result is stored. */
  readonly keep?: string
}

type Rest = Partial<Pick<Step, 'json' | 'keep'>>

/** Returns a step whose request is `METHOD path`. */
export function step(operation: string, request: string, call: Step['call'], rest: Rest = {}): Step {
  const [method = '', path = ''] = request.split(' ')
  return { operation, method, path, call, ...rest }
}

/** A page in the API's envelope, without links, which an application does not need. */
export async function listed<Item>(page: Promise<Page<Item>>, body: (item: Item) => unknown, total = 'count') {
  const { count, items } = await page
  return { [total]: count, results: items.map(body) }
}
