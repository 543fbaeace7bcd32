import { refersToCohorts } from '../../evaluation/definition/flag-references.ts'
import type { Flag } from '../records/flag.ts'
import type { FlagIndex } from '../records/flag-query.ts'
import { storedFlagTotals } from '../records/live-totals.ts'
import { SerializationFailure } from '../store-errors.ts'
import type { FlagTable } from '../tables/flag-table.ts'
import { compareFlags, matchesFlagQuery } from './flag-query-on-rows.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import { type FlagRow, type MemoryState, pairOf } from './memory-state.ts'
import { knownOptionalUserId, optionalUserOf } from './memory-user-table.ts'
import { pageOfRows } from './page-of.ts'

export function memoryFlagTable({ state, ids }: MemoryContext): FlagTable {
  const { flags } = state
  const flagOf = (row: FlagRow) => withUsers(state, row)
  const ofProject = (projectId: number) => flags.of('project', projectId).sort(byId)
  return {
    async find(projectId, flagId) {
      const row = rowOf(state, projectId, flagId)
      return row && flagOf(row)
    },
    async findLiveByKey(projectId, key) {
      const row = flags.holderOf('flags_live_key', pairOf(projectId, key))
      return row && flagOf(row)
    },
    findAllByKey: async (projectId, key) =>
      ofProject(projectId)
        .filter((row) => row.flag.key === key)
        .map(flagOf),
    async findAllByKeys(projectId, keys) {
      const wanted = new Set(keys)
      return ofProject(projectId)
        .filter((row) => wanted.has(row.flag.key))
        .map(flagOf)
    },
    listLiveAfter: async (projectId, key, limit) =>
      flags.holdersAfter('flags_live_key', projectId, key, limit).map(flagOf),
    listLiveKeysAfter: async (projectId, key, limit, search = '') =>
      flags
        .holdersAfter('flags_live_key', projectId, key, Number.POSITIVE_INFINITY)
        .filter(({ index }) => index.searchText.includes(search))
        .slice(0, limit)
        .map(({ flag }) => flag.key),
    async list(projectId, query, page) {
      const ids = query.ids && [...new Set(query.ids)]
      const rows = ids ? ids.flatMap((id) => rowOf(state, projectId, id) ?? []) : flags.of('project', projectId)
      const matching = rows.filter((row) => matchesFlagQuery(row, query))
      return pageOfRows(matching.sort(compareFlags(query.order)), page, flagOf)
    },
    listEncrypted: async (afterId, limit) =>
      flags
        .all()
        .filter(({ flag }) => flag.hasEncryptedPayloads && flag.id > afterId)
        .sort((a, b) => a.flag.id - b.flag.id)
        .slice(0, limit)
        .map(flagOf),
    async listUsageKeys(projectId, names) {
      const asked = new Set(names)
      return ofProject(projectId).flatMap(({ flag: { key, deleted, usageKey, usageOrigin } }) => {
        if (usageKey === null || ![key, usageKey, usageOrigin].some((name) => name !== null && asked.has(name)))
          return []
        return [{ key, deleted, usageKey, usageOrigin }]
      })
    },
    listOnCohorts: async (projectId) =>
      ofProject(projectId)
        .filter(({ flag }) => !flag.deleted && refersToCohorts(flag.filters))
        .map(flagOf),
    listLive: async (projectId) =>
      ofProject(projectId)
        .filter(({ flag }) => !flag.deleted)
        .map(flagOf),
    changedSince: async (projectId, projectVersion) =>
      ofProject(projectId)
        .filter((row) => row.flag.projectVersion > projectVersion)
        .map(flagOf),
    reserveId: async () => ++ids.flags,
    reserveIds: async (count) => Array.from({ length: count }, () => ++ids.flags),
    async insert(flag, index) {
      referenced(state.projects.get(flag.projectId), `project ${flag.projectId}`)
      return flagOf(flags.insert(newRow(state, { ...flag, id: flag.id ?? ++ids.flags }, index)))
    },
    update: async (flag, index, expectedVersion) => updateRow(state, flag, index, expectedVersion),
    async replace(flag, index, expectedVersion) {
      if (!updateRow(state, flag, index, expectedVersion)) throw new SerializationFailure()
    },
  }
}

function updateRow(state: MemoryState, flag: Flag, index: FlagIndex, expectedVersion: number): boolean {
  const stored = rowOf(state, flag.projectId, flag.id)
  if (stored?.flag.version !== expectedVersion) return false
  const { lastCalledAt: calledAt } = stored.flag
  const lastCalledAt = calledAt !== null && calledAt > (flag.usageResetAt ?? '') ? calledAt : null
  state.flags.replace({ ...newRow(state, { ...flag, lastCalledAt }, index), createdById: stored.createdById })
  return true
}

function newRow(state: MemoryState, { createdBy, lastModifiedBy, ...flag }: Flag, index: FlagIndex): FlagRow {
  return {
    flag,
    createdById: knownOptionalUserId(state, createdBy),
    lastModifiedById: knownOptionalUserId(state, lastModifiedBy),
    totals: storedFlagTotals(flag, index.structureBytes),
    index,
  }
}

/** Returns a flag of this project, live or deleted. */
export function rowOf(state: MemoryState, projectId: number, flagId: number): FlagRow | undefined {
  const row = state.flags.get(flagId)
  return row?.flag.projectId === projectId ? row : undefined
}

function withUsers(state: MemoryState, { flag, createdById, lastModifiedById }: FlagRow): Flag {
  return {
    ...flag,
    createdBy: optionalUserOf(state, createdById),
    lastModifiedBy: optionalUserOf(state, lastModifiedById),
  }
}

function byId(a: FlagRow, b: FlagRow): number {
  return a.flag.id - b.flag.id
}
