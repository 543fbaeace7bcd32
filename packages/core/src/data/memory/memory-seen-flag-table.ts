import { compareText } from '../../foundation/lists/compare-text.ts'
import { MINUTE_MS } from '../../foundation/time/durations.ts'
import { epochMsOf } from '../../foundation/time/timestamp.ts'
import type { SeenFlag, UnknownFlag } from '../records/usage.ts'
import { usageKeyOf } from '../records/usage-key.ts'
import type { SeenFlagTable } from '../tables/seen-flag-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import { type FlagRow, type MemoryState, pairOf } from './memory-state.ts'
import { ofProject } from './usage-rows.ts'

export function memorySeenFlagTable({ state }: MemoryContext): SeenFlagTable {
  const { seenFlags, unknownFlags } = state
  const unknownOf = (projectId: number) => unknownFlags.all(ofProject(projectId, ''))
  return {
    find: async (projectId, flagKey) => seenFlags.get(ofProject(projectId, flagKey)),
    findMany: async (projectId, flagKeys) =>
      [...new Set(flagKeys)].flatMap((flagKey) => seenFlags.get(ofProject(projectId, flagKey)) ?? []),
    listUnknown: async (projectId, limit) => unknownOf(projectId).sort(mostAskedFirst).slice(0, limit),
    async note(seen) {
      for (const flag of seen) {
        referenced(state.projects.get(flag.projectId), `project ${flag.projectId}`)
        seenFlags.put(widened(seenFlags.get(ofProject(flag.projectId, flag.flagKey)) ?? flag, flag))
        moveLastCalledAt(state, flag)
      }
    },
    async noteUnknown(unknown, maxRows) {
      for (const flag of unknown) {
        referenced(state.projects.get(flag.projectId), `project ${flag.projectId}`)
        const stored = unknownFlags.get(ofProject(flag.projectId, flag.flagKey))
        if (stored) unknownFlags.put(sumOf(stored, flag))
        else if (unknownFlags.count(ofProject(flag.projectId, '')) < maxRows) unknownFlags.put(flag)
      }
    },
    async deleteUnknownBefore(lastSeen) {
      const old = unknownFlags.all().filter((flag) => flag.lastSeen < lastSeen)
      return old.filter((flag) => unknownFlags.delete(ofProject(flag.projectId, flag.flagKey))).length
    },
  }
}

function widened(stored: SeenFlag, seen: SeenFlag): SeenFlag {
  return { ...(seen.lastSeen > stored.lastSeen ? seen : stored), ...earlier(stored, seen) }
}

function sumOf(stored: UnknownFlag, seen: UnknownFlag): UnknownFlag {
  const newest = seen.lastSeen > stored.lastSeen ? seen : stored
  return { ...newest, ...earlier(stored, seen), count: stored.count + seen.count }
}

function earlier(stored: Pick<SeenFlag, 'firstSeen'>, seen: Pick<SeenFlag, 'firstSeen'>): Pick<SeenFlag, 'firstSeen'> {
  const { firstSeen } = seen.firstSeen < stored.firstSeen ? seen : stored
  return { firstSeen }
}

function moveLastCalledAt(state: MemoryState, { projectId, flagKey, lastSeen }: SeenFlag): void {
  const row = countedUnder(state, projectId, flagKey)
  const lastCalledAt = row?.flag.lastCalledAt ?? null
  if (!row || lastSeen <= (row.flag.usageResetAt ?? '')) return
  if (lastCalledAt !== null && epochMsOf(lastSeen) - epochMsOf(lastCalledAt) <= MINUTE_MS) return
  state.flags.replace({ ...row, flag: { ...row.flag, lastCalledAt: lastSeen } })
}

function countedUnder(state: MemoryState, projectId: number, name: string): FlagRow | undefined {
  const holder = state.flags.holderOf('flags_live_key', pairOf(projectId, name))
  if (holder && usageKeyOf(holder.flag) === name) return holder
  return state.flags.of('project', projectId).find(({ flag }) => flag.usageKey === name && !flag.deleted)
}

function mostAskedFirst(a: UnknownFlag, b: UnknownFlag): number {
  return b.count - a.count || compareText(a.flagKey, b.flagKey)
}
