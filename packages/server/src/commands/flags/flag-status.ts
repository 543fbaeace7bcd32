import type { EmbeddedFlags, FlagDetails, FlagStatusReport, JsonObject } from '@flagdeck/core'
import { filterWarnings } from '@flagdeck/core/operations'
import type { CommandOutput } from '../command-output.ts'
import { CommandProblem } from '../command-problem.ts'
import { inProject, type ProjectRequest } from '../in-project.ts'
import { textTable } from '../text-table.ts'
import { requireFlag } from './find-flag.ts'

/** The flags whose status to report. */
export interface FlagStatusRequest extends ProjectRequest {
  /** A key or an id; undefined for all live flags that are not archived. */
  readonly name: string | undefined
  /** Only stale flags. */
  readonly stale: boolean
}

/** `flagdeck flag status`: returns the status of a flag with its reason, or of all flags, ordered by key (FLAG-107). */
export function flagStatus(request: FlagStatusRequest): Promise<CommandOutput> {
  const { name, stale } = request
  if (name !== undefined && stale) throw new CommandProblem('--stale lists flags: remove the flag name or --stale.', 2)
  return inProject(request, { readOnly: true }, async ({ flags }) => {
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
  const none = stale ? 'No stale flags.' : 'No flags.'
  return {
    data: found.map(([flag, status]) => statusData(flag, status)),
    text: rows.length === 0 ? none : textTable([['KEY', 'STATUS', 'OWNER', 'REASON'], ...rows]),
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
    `Rollout: ${rolloutText(rollout)}. Owner: ${owner === '' ? 'none' : owner}.`,
    ...filterWarnings(filters, key).map(({ detail }) => detail),
  ].join('\n')
}

function rolloutText({ isFullyRolledOut, maxPercentage, isTargeted }: FlagStatusReport['rollout']): string {
  // A flag without condition sets counts as rolled out, because it decides nothing (FLAG-82).
  if (maxPercentage === null) return 'no users (no condition sets)'
  if (isFullyRolledOut) return 'everyone'
  return `at most ${maxPercentage}% of ${isTargeted ? 'matching' : 'all'} users`
}
