import * as z from 'zod'
import type { ReadTransaction } from '../../data/store.ts'
import { type Page, type PageRequest, pageOf } from '../../foundation/pagination/page.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'
import { idField } from '../../foundation/validation/bounded-fields.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { refusal } from '../../foundation/validation/refuse.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { OrganizationContext } from '../../runtime/context.ts'
import type { FlagDetails } from '../flags/flag-details.ts'
import { flagNeedle } from '../flags/flag-index.ts'
import { eachReachableProject } from '../identity/list-projects.ts'
import { openProject } from '../identity/open-project.ts'
import { liveFlagIn } from './flags-of-key.ts'

/** The maximum number of keys of one request: they are sorted in memory. */
const MAX_KEYS = 100_000
/** The number of keys that one transaction reads in a few milliseconds. */
const KEYS_AT_ONCE = 2000
const MAX_PROJECTS = 100

export const keysOfProjectsSchema = z.object({
  search: z.string().optional().describe('A part of the key or the name.'),
  projectIds: z
    .array(idField())
    .max(MAX_PROJECTS)
    .optional()
    .describe('The projects to compare, the preferred one first. All that the caller may read when missing.'),
})

export type KeysOfProjectsInput = Readonly<z.input<typeof keysOfProjectsSchema>>

/** Reads pages of the flags, one flag for each key. */
export type ReadKeysOfProjects = (part: PageRequest) => Promise<Page<FlagDetails>>

/**
 * Finds the keys of live flags in several projects of an organization, each once, in alphabetical order (FLAG-159). For
 * each key it reads the flag of the first project that has it, in pages, because each flag may have 512 KiB.
 * @throws DomainError `not_found` for a project that the caller may not read, `invalid_input` for more than 100,000
 * keys
 */
export async function keysOfProjects(
  ctx: OrganizationContext,
  input: KeysOfProjectsInput = {},
): Promise<ReadKeysOfProjects> {
  authorize(ctx.actor, 'feature_flag:read')
  const { search = '', projectIds = [] } = parseInput(keysOfProjectsSchema, input)
  // The project whose flag is returned, by key. At most MAX_KEYS.
  // Bound: dies with the request
  const projectOf = new Map<string, number>()
  for await (const projectId of comparedProjects(ctx, projectIds)) {
    for await (const key of liveKeys(ctx, projectId, flagNeedle(search))) {
      if (!projectOf.has(key)) projectOf.set(key, projectId)
      if (projectOf.size > MAX_KEYS) throw refusal(TOO_MANY)
    }
  }
  // Sorted without a comparison function, which would take 70 ms instead of 15 for the maximum number of keys.
  const keys = [...projectOf.keys()].sort()
  return async (part) => {
    const { count, items } = pageOf(keys, part)
    const flags: FlagDetails[] = []
    for (const key of items) flags.push(...(await liveFlagIn(ctx, projectOf.get(key) ?? 0, key)))
    return { count, items: flags }
  }
}

const TOO_MANY = `The projects have more than ${MAX_KEYS} flag keys. Compare fewer projects, or send a search.`

async function* comparedProjects(ctx: OrganizationContext, wanted: readonly number[]): AsyncGenerator<number> {
  if (wanted.length === 0) for await (const { id } of eachReachableProject(ctx)) yield id
  for (const id of new Set(wanted)) yield (await openProject(ctx, id, ctx.organization.id)).project.id
}

/** Yields the keys of live flags, and yields to other work between parts. */
async function* liveKeys(ctx: OrganizationContext, projectId: number, search: string | undefined) {
  let keys: readonly string[] = []
  do {
    const after = keys.at(-1) ?? ''
    const read = (tx: ReadTransaction) => tx.flags.listLiveKeysAfter(projectId, after, KEYS_AT_ONCE, search)
    keys = await ctx.store.read(read)
    yield* keys
    await yieldToOthers()
  } while (keys.length === KEYS_AT_ONCE)
}
