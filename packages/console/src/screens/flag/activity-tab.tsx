import { useState } from 'preact/hooks'
import type { Output } from '../../api/call.ts'
import { useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import '../../parts/history.css'
import { Difference } from '../../parts/difference/difference.tsx'
import { Time } from '../../parts/time.tsx'
import { changeSentence, spokenChanges } from '../../text/flag-change.ts'
import { activityText } from '../../text/flag-page.ts'
import { canWrite, type Flag, inputOf, personName } from './flag.ts'
import { RestoreVersion } from './restore-version.tsx'

type Entry = Output<'listFlagActivity'>['results'][number]

const STEP = 20

/** Who did what to the flag, the newest first, and the way back to each version. */
export function ActivityTab({ flag }: { readonly flag: Flag }) {
  const [limit, setLimit] = useState(STEP)
  const [restoring, setRestoring] = useState<number | null>(null)
  const query = useQuery('listFlagActivity', { ...inputOf(flag.id), query: { limit: String(limit) } })
  return (
    <section class="stack">
      <Answered query={query} rows={6}>
        {({ results, total_count }) => (
          <>
            {results.length === 0 && <p class="quiet">{activityText.none}</p>}
            <ol class="history">
              {results.map((entry) => (
                <HistoryEntry key={entry.id} flag={flag} entry={entry} onRestore={setRestoring} />
              ))}
            </ol>
            {total_count > results.length && (
              <button type="button" class="button" onClick={() => setLimit(limit + STEP)}>
                {activityText.more}
              </button>
            )}
          </>
        )}
      </Answered>
      {restoring !== null && <RestoreVersion flag={flag} version={restoring} onClose={() => setRestoring(null)} />}
    </section>
  )
}

interface EntryProps {
  readonly flag: Flag
  readonly entry: Entry
  readonly onRestore: (version: number) => void
}

function HistoryEntry({ flag, entry, onRestore }: EntryProps) {
  const { user, activity, detail, created_at } = entry
  const version = versionOf(entry)
  const changes = spokenChanges(detail.changes)
  return (
    <li class="stack history-entry">
      <div class="row wrap">
        <span class="grow">
          <b>{personName(user)}</b> {changeSentence(activity, detail.changes)}
          <span class="quiet small history-when">
            {version !== undefined && `${activityText.version(version)}, `}
            <Time at={created_at} />
          </span>
        </span>
        {version !== undefined && version !== flag.version && canWrite(flag) && (
          <button type="button" class="button" onClick={() => onRestore(version)}>
            {activityText.restore(version)}
          </button>
        )}
        {version === flag.version && version > 1 && canWrite(flag) && (
          <button type="button" class="button" onClick={() => onRestore(version - 1)}>
            {activityText.undo}
          </button>
        )}
      </div>
      {changes.length > 0 && (
        <details>
          <summary class="quiet small">{activityText.details}</summary>
          <Difference changes={changes} />
        </details>
      )}
    </li>
  )
}

/** Which version an entry made. */
function versionOf({ activity, detail }: Entry): number | undefined {
  const made = detail.changes.find(({ field }) => field === 'version')?.after
  if (typeof made === 'number') return made
  return activity === 'created' ? 1 : undefined
}
