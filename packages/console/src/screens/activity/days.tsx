import { Difference } from '../../parts/difference/difference.tsx'
import '../../parts/history.css'
import type { Output } from '../../api/call.ts'
import { Time } from '../../parts/time.tsx'
import { href } from '../../route.ts'
import { activity, doneTo } from '../../text/activity.ts'
import { spokenChanges } from '../../text/flag-change.ts'
import { personName } from '../flag/flag.ts'
import type { Entry as NewestEntry } from './use-newest.ts'
import { type MadeVersion, versionOf } from './version-dialog.tsx'

/** Entries of an organization are of no versions. */
type Entry = Output<'listOrganizationActivity'>['results'][number] & Partial<Pick<NewestEntry, 'version'>>

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })

interface Props {
  readonly entries: readonly Entry[]
  readonly onVersion?: (version: MadeVersion) => void
}

/** Entries by days, a sentence each. */
export function Days({ entries, onVersion }: Props) {
  return (
    <>
      {[...Map.groupBy(entries, dayOf)].map(([day, own]) => (
        <section key={day}>
          <h2>{day}</h2>
          <ol class="history">
            {own.map((entry) => (
              <ActivityEntry key={entry.id} entry={entry} onVersion={onVersion} />
            ))}
          </ol>
        </section>
      ))}
    </>
  )
}

function dayOf({ created_at }: Entry): string {
  return DAY.format(new Date(created_at))
}

interface EntryProps {
  readonly entry: Entry
  readonly onVersion: Props['onVersion']
}

function ActivityEntry({ entry, onVersion }: EntryProps) {
  const { user, activity: verb, detail, created_at, scope } = entry
  const changes = spokenChanges(detail.changes)
  const version = versionOf({ ...entry, version: entry.version ?? null })
  return (
    <li class="stack history-entry">
      <div class="row wrap">
        <span class="grow">
          <b>{personName(user)}</b> {doneTo(scope, verb, detail.changes)}: <Name entry={entry} />
          <span class="quiet small history-when">
            <Time at={created_at} />
          </span>
        </span>
        {onVersion && version && (
          <button type="button" class="button" onClick={() => onVersion(version)}>
            {activity.version(version.version)}
            <span class="visually-hidden"> {activity.of(version.name)}</span>
          </button>
        )}
      </div>
      {changes.length > 0 && (
        <details>
          <summary class="quiet small">{activity.details}</summary>
          <Difference changes={changes} />
        </details>
      )}
    </li>
  )
}

/** Where records of a kind have a page each. */
const PAGES: Readonly<Record<string, string>> = { FeatureFlag: 'flags', Dashboard: 'dashboards', Cohort: 'cohorts' }

/** What it was done to, with the way there where it has a page. */
function Name({ entry: { scope, item_id, detail } }: { readonly entry: Entry }) {
  const name = detail.name ?? item_id
  const page = PAGES[scope]
  if (page === undefined) return <span dir="auto">{name}</span>
  return (
    <a class={page === 'flags' ? 'mono' : ''} dir="auto" href={href(page, item_id)}>
      {name}
    </a>
  )
}
