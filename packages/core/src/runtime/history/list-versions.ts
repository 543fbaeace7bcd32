import type { Activity } from '../../data/records/activity.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import { itemOf } from './read-version.ts'
import { toldActivity } from './told-activity.ts'
import type { Versioned, VersionedKind } from './versioned-kind.ts'

/** The author and time of a version, and what it changed. */
export interface VersionSummary extends Pick<Activity, 'user' | 'verb' | 'createdAt'> {
  readonly version: number
  /** The names of the changed fields, as the activity reports them. */
  readonly fields: readonly string[]
  /** What caused the version, such as the restore of an earlier one. */
  readonly trigger: Activity['detail']['trigger']
}

/** Returns the versions of a record that have an entry, the newest first (HIST-4). */
export async function listVersions(
  tx: ReadTransaction,
  projectId: number,
  kind: Pick<VersionedKind, 'scope'>,
  record: Pick<Versioned, 'id'>,
  page: PageRequest,
): Promise<Page<VersionSummary>> {
  const logged = await tx.activity.listVersions(projectId, itemOf(kind, record), page)
  const { count, items } = await toldActivity(tx, projectId, kind, logged)
  // Both lists have the same entries, in the same order.
  const versions = logged.items.map(({ step }) => step?.version ?? 0)
  return { count, items: items.map((entry, place) => summaryOf(entry, versions[place] ?? 0)) }
}

function summaryOf({ user, verb, createdAt, detail }: Activity, version: number): VersionSummary {
  const fields = detail.changes.map(({ field }) => field).filter((field) => field !== 'version')
  return { version, user, verb, createdAt, fields: [...new Set(fields)], trigger: detail.trigger }
}
