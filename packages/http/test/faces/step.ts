import type { EmbeddedProject, Page } from '@flagdeck/core'

/** Ids of what was made on the way, by the names that steps keep them under. */
export type Ids = Readonly<Record<string, string>>

/** The same asked of both faces. */
export interface Step {
  readonly operation: string
  readonly method: string
  /** Below the project; names of ids in braces. */
  readonly path: string
  readonly json?: unknown
  /** Asks the deck, and makes of what it answers what the API does. */
  readonly call: (project: EmbeddedProject, ids: Ids) => unknown
  /** Under which name to keep the id of what is answered. */
  readonly keep?: string
}

type Rest = Partial<Pick<Step, 'json' | 'keep'>>

/** A step whose request is `METHOD path`. */
export function step(operation: string, request: string, call: Step['call'], rest: Rest = {}): Step {
  const [method = '', path = ''] = request.split(' ')
  return { operation, method, path, call, ...rest }
}

/** A page as its envelope, whose links an application has no use for. */
export async function listed<Item>(page: Promise<Page<Item>>, body: (item: Item) => unknown, total = 'count') {
  const { count, items } = await page
  return { [total]: count, results: items.map(body) }
}
