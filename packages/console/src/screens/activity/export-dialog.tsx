import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiProblem, unreachable } from '../../api/api-problem.ts'
import { apiRoot, call } from '../../api/call.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { tell } from '../../parts/toasts.tsx'
import { useDoing } from '../../parts/use-doing.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { openProject } from '../../session.ts'
import { activityExport as text } from '../../text/activity.ts'
import { sentences } from '../../text/frame.ts'
import { download } from '../dashboards/grid/download.ts'
import { inOrganization } from '../settings/organization.ts'
import { csvOf } from './activity-csv.ts'
import { everyEntry, type LoadPart, type Progress } from './every-entry.ts'
import { type Filters, ORGANIZATION, queryOf } from './filters.ts'

/** The maximum number of entries of a CSV file, and of a request. */
const MOST = 10_000
const PART = 500

interface Props {
  readonly filters: Filters
  readonly onClose: () => void
}

/**
 * Saves the filtered list as CSV, or all activity of the project as JSON Lines. Closing the dialog stops the export.
 */
export function ExportDialog({ filters, onClose }: Props) {
  const doing = useDoing()
  const [count, setCount] = useState<number>()
  const stopped = useRef(false)
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )
  const save = (work: (progress: Progress) => Promise<string | undefined>) =>
    doing.run(async () => {
      setCount(0)
      try {
        const message = await work({ isStopped: () => stopped.current, onCount: setCount })
        if (message === undefined) return
        tell(message)
        onClose()
      } finally {
        setCount(undefined)
      }
    })
  const isBusy = count !== undefined
  return (
    <Dialog title={text.title} onClose={onClose}>
      <Choice
        title={text.list}
        about={text.listAbout}
        action={text.listButton}
        disabled={doing.blocked}
        onChoose={() => save((progress) => saveList(filters, progress))}
      />
      {filters.kind !== ORGANIZATION && (
        <Choice
          title={text.everything}
          about={text.everythingAbout}
          action={text.everythingButton}
          disabled={doing.blocked}
          onChoose={() => save(saveEverything)}
        />
      )}
      <p class="quiet small" role="status">
        {isBusy && text.progress(count)}
      </p>
      <Wrong problem={doing.problem} />
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          {isBusy ? text.stop : sentences.close}
        </button>
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  readonly title: string
  readonly about: string
  readonly action: string
  readonly disabled: boolean
  readonly onChoose: () => void
}

function Choice({ title, about, action, disabled, onChoose }: ChoiceProps) {
  return (
    <section class="stack tight">
      <h3>{title}</h3>
      <p class="quiet small">{about}</p>
      <button type="button" class="button start" disabled={disabled} onClick={onChoose}>
        {action}
      </button>
    </section>
  )
}

/** @returns a message once the file is saved; undefined if it was stopped */
async function saveList(filters: Filters, { isStopped, onCount }: Progress): Promise<string | undefined> {
  const load = filters.kind === ORGANIZATION ? organizationParts(filters) : projectParts(filters)
  const loaded = await everyEntry(load, MOST, { isStopped, onCount })
  if (!loaded) return undefined
  const { entries, isCut } = loaded
  download('activity.csv', new Blob(['\uFEFF', csvOf(entries)], { type: 'text/csv' }))
  return isCut ? text.cut(entries.length) : text.saved(entries.length)
}

function projectParts(filters: Filters): LoadPart {
  const params = { project_id: openProject().id }
  const query = { ...queryOf(filters), limit: String(PART) }
  return (next) => call('listNewestProjectActivity', { params, query: { ...query, ...parameterOf(next, 'before') } })
}

function organizationParts({ user }: Filters): LoadPart {
  const query = { page_size: String(PART), ...(user && { user }) }
  return (next) =>
    call('listOrganizationActivity', { params: inOrganization(), query: { ...query, ...parameterOf(next, 'page') } })
}

/** Returns the parameter for the next part from its link. */
function parameterOf<Name extends string>(link: string | undefined, name: Name): Partial<Record<Name, string>> {
  const value = link === undefined ? null : new URL(link).searchParams.get(name)
  return value === null ? {} : ({ [name]: value } as Partial<Record<Name, string>>) // the only key
}

/** Follows the links of the export. The server writes them with its public address, so only `after` is taken from them. */
async function saveEverything({ isStopped, onCount }: Progress): Promise<string | undefined> {
  const url = new URL(`api/projects/${openProject().id}/activity_log/export/`, apiRoot)
  const parts: string[] = []
  let count = 0
  for (;;) {
    const response = await fetch(url).catch(() => {
      throw unreachable()
    })
    if (!response.ok) throw new ApiProblem(response.status, undefined, response.headers)
    const lines = await response.text()
    if (isStopped()) return undefined
    parts.push(lines)
    count += lines.split('\n').length - 1
    onCount(count)
    const [, link] = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '') ?? []
    const after = link === undefined ? null : new URL(link).searchParams.get('after')
    if (after === null) break
    url.searchParams.set('after', after)
  }
  download('activity.jsonl', new Blob(parts, { type: 'application/x-ndjson' }))
  return text.saved(count)
}
