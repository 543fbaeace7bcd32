import type { Flag } from '../../../data/records/flag.ts'
import type { FlagQuery } from '../../../data/records/flag-query.ts'
import type { Project } from '../../../data/records/project.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import { conditionSetsOf, propertiesOf, variantsOf } from '../../../evaluation/definition/filter-parts.ts'
import { MAX_PAGE_LIMIT } from '../../../foundation/pagination/page.ts'
import { yieldToOthers } from '../../../foundation/time/yield.ts'
import { isFullyRolledOut } from '../../flags/flag-index.ts'
import { flagStatus, staleBefore } from '../../flags/flag-status.ts'
import { recentUsage } from '../recent-usage.ts'
import type { HealthReport } from './flag-health-query.ts'
import type { FlagHealthRow, RolloutRow, StaleFlagRow, UnknownFlagRow } from './flag-health-row.ts'

/** The maximum number of rows in a report (INSIGHT-40). */
const MAX_ROWS = 100
/** Flags of larger projects are read in small pages, because SQLite reads a page without yielding. */
const BYTES_AT_ONCE = 4 * 1024 * 1024
const LARGE_FLAGS_AT_ONCE = 10

/** Returns the flags that need attention. */
export function flagHealth(
  tx: ReadTransaction,
  project: Project,
  report: HealthReport,
  now: number,
): Promise<readonly FlagHealthRow[]> {
  switch (report) {
    case 'stale':
      return staleFlags(tx, project, now)
    case 'unknown':
      return unknownFlags(tx, project)
    case 'rollout':
      return flagsOnTheirWay(tx, project, now)
  }
}

async function staleFlags(tx: ReadTransaction, project: Project, now: number): Promise<readonly StaleFlagRow[]> {
  const stale = staleBefore(project.staleness, now)
  const query: FlagQuery = { stale, order: { field: 'lastCalledAt', descending: false } }
  const rows: StaleFlagRow[] = []
  for await (const flags of flagPages(tx, project, query)) {
    for (const flag of flags) {
      const { id, key, name, createdAt, lastCalledAt } = flag
      rows.push({ id, key, name, reason: flagStatus(flag, stale, now).reason, createdAt, lastCalledAt })
    }
    if (rows.length >= MAX_ROWS) break
  }
  return rows.slice(0, MAX_ROWS)
}

async function unknownFlags(tx: ReadTransaction, project: Project): Promise<readonly UnknownFlagRow[]> {
  const unknown = await tx.seenFlags.listUnknown(project.id, MAX_ROWS)
  return unknown.map(({ flagKey: key, count, firstSeen, lastSeen, lastSdk }) => {
    return { key, count, firstSeen, lastSeen, lastSdk }
  })
}

async function flagsOnTheirWay(tx: ReadTransaction, project: Project, now: number): Promise<readonly RolloutRow[]> {
  const flags = await partlyRolledOut(tx, project)
  const usageOf = await recentUsage(tx, project, flags, now)
  return flags.map((flag) => {
    const { exposures, evaluations } = usageOf(flag.id)
    return { ...rolloutOf(flag), exposures, evaluations }
  })
}

/** Reads pages until there are enough flags, because a query cannot exclude flags that are rolled out to all users. */
async function partlyRolledOut(tx: ReadTransaction, project: Project): Promise<readonly Flag[]> {
  const query: FlagQuery = { active: true, order: { field: 'updatedAt', descending: true } }
  const found: Flag[] = []
  for await (const flags of flagPages(tx, project, query)) {
    found.push(...flags.filter(({ filters }) => !isFullyRolledOut(filters)))
    if (found.length >= MAX_ROWS) break
  }
  return found.slice(0, MAX_ROWS)
}

/**
 * Returns the flags that match, in pages, which are small if flags can be large. It yields to other requests between
 * pages (OUT-13).
 */
async function* flagPages(
  tx: ReadTransaction,
  { id }: Project,
  query: FlagQuery,
): AsyncGenerator<readonly Flag[], void> {
  const { bytes } = await tx.projects.liveTotals(id)
  const limit = bytes > BYTES_AT_ONCE ? LARGE_FLAGS_AT_ONCE : MAX_PAGE_LIMIT
  for (let offset = 0; ; offset += limit) {
    const { count, items } = await tx.flags.list(id, query, { limit, offset })
    yield items
    if (offset + limit >= count) return
    await yieldToOthers()
  }
}

function rolloutOf(flag: Flag): Omit<RolloutRow, 'exposures' | 'evaluations'> {
  const { id, key, name, filters, createdAt, updatedAt, lastCalledAt } = flag
  return {
    id,
    key,
    name,
    rolloutPercentage: openPercentage(flag),
    variants: variantsOf(filters).map((variant) => ({
      key: variant.key,
      rolloutPercentage: variant.rollout_percentage,
    })),
    updatedAt: updatedAt ?? createdAt,
    lastCalledAt,
  }
}

/** Returns the percentage of a flag with one condition set without filters; null for all others. */
function openPercentage({ filters }: Flag): number | null {
  const [group, ...others] = conditionSetsOf(filters)
  if (!group || others.length > 0 || propertiesOf(group).length > 0) return null
  return group.rollout_percentage ?? 100
}
