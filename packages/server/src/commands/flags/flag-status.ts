import type { EmbeddedFlags, FlagDetails, FlagStatusReport, JsonObject } from '@flagdeck/core'
import { filterWarnings } from '@flagdeck/core/operations'
import type { CommandOutput } from '../command-output.ts'
import { CommandProblem } from '../command-problem.ts'
import { inProject, type ProjectRequest } from '../in-project.ts'
import { textTable } from '../text-table.ts'
import { requireFlag } from './find-flag.ts'

/** Of which flags to tell the state. */
export interface FlagStatusRequest extends ProjectRequest {
  /** A key or an id; undefined: of all that are live and not archived. */
  readonly name: string | undefined
  /** Of those, only the stale ones. */
  readonly stale: boolean
}

/** `flagdeck flag status`: what state a flag is in and why, or that of all, by key (FLAG-107). */
export function flagStatus(request: FlagStatusRequest): Promise<CommandOutput> {
  const { name, stale } = request
  if (name !== undefined && stale) throw new CommandProblem('--stale lists flags: leave out the name, or --stale.', 2)
  return inProject(request, { looks: true }, async ({ flags }) => {
    if (name === undefined) return listed(flags, stale)
    const flag = await requireFlag(flags, name)
    const status = await flags.status(flag.id)
    return { data: statusData(flag, status), text: statusText(flag, status) }
  })
}

async function listed(flags: EmbeddedFlags, stale: boolean): Promise<CommandOutput> {
  const found: (readonly [FlagDetails, FlagStatusReport])[] = []
  for await (const flag of allFlags(flags, stale)) found.push([flag, await flags.status(flag.id)])
  const rows = found.map(([{ key }, { status, owner, reason }]) => [key, status, owner, reason])
  const none = stale ? 'No flag is stale.' : 'There is no flag.'
  return {
    data: found.map(([flag, status]) => statusData(flag, status)),
    text: rows.length === 0 ? none : textTable([['KEY', 'STATUS', 'OWNER', 'WHY'], ...rows]),
  }
}

const PAGE_SIZE = 1000

async function* allFlags(flags: EmbeddedFlags, stale: boolean): AsyncGenerator<FlagDetails> {
  const filters = { order: 'key', ...(stale ? { active: 'STALE' } : {}) }
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const { items } = await flags.list(filters, { limit: PAGE_SIZE, offset })
    yield* items
    if (items.length < PAGE_SIZE) return
  }
}

function statusData({ id, key }: FlagDetails, { status, reason, owner, rollout }: FlagStatusReport): JsonObject {
  return { id, key, status, reason, owner, rollout: { ...rollout } }
}

function statusText({ key, filters }: FlagDetails, { status, reason, owner, rollout }: FlagStatusReport): string {
  return [
    `${key} is ${status}: ${reason}.`,
    `It lets in ${admitted(rollout)}, and ${owner === '' ? 'nobody' : owner} looks after it.`,
    ...filterWarnings(filters, key).map(({ detail }) => detail),
  ].join('\n')
}

function admitted({ isFullyRolledOut, maxPercentage, isTargeted }: FlagStatusReport['rollout']): string {
  // Without conditions it counts as rolled out, because it decides nothing (FLAG-82).
  if (maxPercentage === null) return 'nobody: it has no conditions'
  if (isFullyRolledOut) return 'everybody'
  return `at most ${maxPercentage}%${isTargeted ? ' of those whom its conditions match' : ''}`
}
