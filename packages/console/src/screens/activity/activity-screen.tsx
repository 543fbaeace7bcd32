import { useState } from 'preact/hooks'
import type { Output } from '../../api/call.ts'
import { useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Difference } from '../../parts/difference/difference.tsx'
import '../../parts/history.css'
import { Time } from '../../parts/time.tsx'
import { href, place, setQuery } from '../../route.ts'
import { openProject } from '../../session.ts'
import { type ActivityKind, activity, doneTo } from '../../text/activity.ts'
import { spokenChanges } from '../../text/flag-change.ts'
import { places } from '../../text/frame.ts'

type Entry = Output<'listProjectActivity'>['results'][number]

const STEP = 50
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })

/** Who did what in the project, by days, the newest first. */
export function ActivityScreen() {
  const kind = kindInPlace()
  const [size, setSize] = useState(STEP)
  const query = useQuery('listProjectActivity', {
    params: { project_id: openProject().id },
    query: { scope: kind, page_size: String(size) },
  })
  return (
    <div class="screen reading stack">
      <div class="head">
        <h1>{places.activity}</h1>
      </div>
      <Kinds chosen={kind} />
      <Answered query={query} rows={10}>
        {({ results, count }) => (
          <>
            {results.length === 0 && <p class="quiet">{activity.none}</p>}
            {[...Map.groupBy(results, dayOf)].map(([day, entries]) => (
              <section key={day}>
                <h2>{day}</h2>
                <ol>
                  {entries.map((entry) => (
                    <ActivityEntry key={entry.id} kind={kind} entry={entry} />
                  ))}
                </ol>
              </section>
            ))}
            {count > results.length && (
              <button type="button" class="button" onClick={() => setSize(size + STEP)}>
                {activity.older}
              </button>
            )}
          </>
        )}
      </Answered>
    </div>
  )
}

function kindInPlace(): ActivityKind {
  const found = place.value.query.get('kind') ?? ''
  return found in activity.kinds ? (found as ActivityKind) : 'FeatureFlag' // one of its keys
}

function Kinds({ chosen }: { readonly chosen: ActivityKind }) {
  return (
    <fieldset class="row wrap">
      <legend class="visually-hidden">{activity.kind}</legend>
      {Object.entries(activity.kinds).map(([kind, name]) => (
        <button
          key={kind}
          type="button"
          class="chip"
          aria-pressed={kind === chosen}
          onClick={() => setQuery({ kind: kind === 'FeatureFlag' ? null : kind })}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}

function dayOf({ created_at }: Entry): string {
  return DAY.format(new Date(created_at))
}

function ActivityEntry({ kind, entry }: { readonly kind: ActivityKind; readonly entry: Entry }) {
  const { user, activity: verb, detail, created_at } = entry
  const changes = spokenChanges(detail.changes)
  return (
    <li class="stack history-entry">
      <span>
        <b>{user.first_name || user.email}</b> {doneTo(kind, verb, detail.changes)}: <Name kind={kind} entry={entry} />
        <span class="quiet small history-when">
          <Time at={created_at} />
        </span>
      </span>
      {changes.length > 0 && (
        <details>
          <summary class="quiet small">{activity.details}</summary>
          <Difference changes={changes} />
        </details>
      )}
    </li>
  )
}

/** Where things of a kind have a page each. */
const PAGES: Partial<Readonly<Record<ActivityKind, string>>> = {
  FeatureFlag: 'flags',
  Dashboard: 'dashboards',
  Cohort: 'cohorts',
}

/** What it was done to, with the way there where it has a page. */
function Name({ kind, entry: { item_id, detail } }: { readonly kind: ActivityKind; readonly entry: Entry }) {
  const name = detail.name ?? item_id
  const page = PAGES[kind]
  if (page === undefined) return <span dir="auto">{name}</span>
  return (
    <a class={page === 'flags' ? 'mono' : ''} dir="auto" href={href(page, item_id)}>
      {name}
    </a>
  )
}
