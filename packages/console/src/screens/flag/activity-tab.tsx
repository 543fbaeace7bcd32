import { useState } from 'preact/hooks'
import type { Output } from '../../api/call.ts'
import { useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { useLast } from '../../parts/use-last.ts'
import { activity } from '../../text/activity.ts'
import { ActivityRows } from '../activity/activity-rows.tsx'
import { canWrite, type Flag, inputOf } from './flag.ts'
import { RestoreVersion } from './restore-version.tsx'

type Entry = Output<'listFlagActivity'>['results'][number]

const STEP = 50

/** Lists the activity of the flag, newest first. Users with permission to edit the flag can restore each version. */
export function ActivityTab({ flag }: { readonly flag: Flag }) {
  const [limit, setLimit] = useState(STEP)
  const [restoring, setRestoring] = useState<number | null>(null)
  const query = useLast(useQuery('listFlagActivity', { ...inputOf(flag.id), query: { limit: String(limit) } }))
  return (
    <section class="stack">
      <Answered query={query} rows={6}>
        {({ results, total_count: count }) => (
          <>
            {results.length === 0 && <p class="quiet">{activity.none}</p>}
            <ActivityRows
              named={false}
              entries={results.map((entry) => ({ ...entry, version: versionOf(entry) }))}
              actions={({ version }) =>
                version != null &&
                version !== flag.version &&
                canWrite(flag) && (
                  <span class="activity-actions">
                    <button type="button" class="button link" onClick={() => setRestoring(version)}>
                      {activity.restore}
                      <span class="visually-hidden"> {activity.version(version)}</span>
                    </button>
                  </span>
                )
              }
            />
            {count > results.length && (
              <button type="button" class="button start" onClick={() => setLimit(limit + STEP)}>
                {activity.older}
              </button>
            )}
          </>
        )}
      </Answered>
      {restoring !== null && <RestoreVersion flag={flag} version={restoring} onClose={() => setRestoring(null)} />}
    </section>
  )
}

/** Returns the version that an entry created; null if it created none. */
function versionOf({ activity: verb, detail }: Entry): number | null {
  const version = detail.changes.find(({ field }) => field === 'version')?.after
  if (typeof version === 'number') return version
  return verb === 'created' ? 1 : null
}
