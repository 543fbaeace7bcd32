import { useState } from 'preact/hooks'
import { call } from '../../../api/call.ts'
import { connected } from '../../../api/connection.ts'
import { useQuery } from '../../../api/query.ts'
import { Answered } from '../../../parts/answered.tsx'
import { Confirm } from '../../../parts/confirm.tsx'
import { focusAfterRemoval } from '../../../parts/focus-after-removal.ts'
import { idsOfUser } from '../../../parts/ids-of-user.ts'
import { whole } from '../../../parts/number.ts'
import { Pager, usePageThatIs } from '../../../parts/pager.tsx'
import { PersonBox } from '../../../parts/person-box.tsx'
import { tell } from '../../../parts/toasts.tsx'
import { useDoing } from '../../../parts/use-doing.ts'
import { useDraft } from '../../../parts/use-draft.ts'
import { Wrong } from '../../../parts/wrong.tsx'
import { href, place } from '../../../route.ts'
import { openProject } from '../../../session.ts'
import { cohorts as text } from '../../../text/cohorts.ts'
import { people } from '../../../text/people.ts'
import { type Cohort, inputOf } from '../cohort.ts'
import { addMember, refreshMembers, removeMember, sendMembers } from '../cohort-actions.ts'
import { type IdsInCsv, idsInCsv } from './ids-in-csv.ts'
import { partsOfIds } from './parts-of-ids.ts'

const PAGE_SIZE = 50

/** Lists the users of the cohort, with forms that add and remove them. */
export function Members({ cohort }: { readonly cohort: Cohort }) {
  const page = Math.max(1, Math.trunc(Number(place.value.query.get('page'))) || 1)
  const query = { limit: String(PAGE_SIZE), ...(page > 1 && { offset: String((page - 1) * PAGE_SIZE) }) }
  const members = useQuery('listCohortMembers', { ...inputOf(cohort.id), query })
  usePageThatIs(page, PAGE_SIZE, members.data?.count)
  const mayWrite = connected.value && cohort.can_edit && !cohort.deleted
  return (
    <section class="card stack">
      <h2>{text.members}</h2>
      {mayWrite && <Adding cohort={cohort} />}
      <Answered query={members} rows={5}>
        {({ results, count }) => (
          <>
            {count === 0 && <p class="quiet">{text.noMembers}</p>}
            <ul class="members">
              {results.map(({ distinct_id: id }) => (
                <li key={id} class="row">
                  <a class="mono grow ellipsis" href={href('people', id)} title={id} dir="auto">
                    {id}
                  </a>
                  {mayWrite && <Removal cohort={cohort} distinctId={id} />}
                </li>
              ))}
            </ul>
            <Pager page={page} size={PAGE_SIZE} count={count} />
          </>
        )}
      </Answered>
    </section>
  )
}

interface RemovalProps {
  readonly cohort: Cohort
  readonly distinctId: string
}

function Removal({ cohort, distinctId }: RemovalProps) {
  const doing = useDoing()
  const run = (button: HTMLElement) => {
    const focusNeighbour = focusAfterRemoval(button, ENTRIES)
    return doing.run(async () => {
      await removeMember(cohort.id, distinctId)
      focusNeighbour()
      tell(text.removed(distinctId), () => addMember(cohort.id, distinctId))
    })
  }
  return (
    <>
      <Wrong problem={doing.problem} />
      <button
        type="button"
        class="button plain"
        aria-label={text.removeMember(distinctId)}
        disabled={doing.blocked}
        onClick={({ currentTarget }) => void run(currentTarget)}
      >
        {text.remove}
      </button>
    </>
  )
}

const ENTRIES = { controls: '.members button', otherwise: '.member-box input' }

/** Adds one user, or all users in a file, and shows the progress. */
function Adding({ cohort }: { readonly cohort: Cohort }) {
  const doing = useDoing()
  const [progress, setProgress] = useState<string>()
  const { draft, change } = useDraft(`cohort-member:${openProject().id}:${cohort.id}`, { user: '' })
  const typed = draft.user.trim()
  const one = (event: SubmitEvent) => {
    event.preventDefault()
    return doing.run(async () => {
      const ids = await idsOfUser(typed)
      const [id] = ids
      if (id === undefined || ids.length > 1) return setProgress(text.severalUsers(ids.length, typed))
      const isNew = await addMember(cohort.id, id)
      change({ user: '' })
      setProgress(undefined)
      if (isNew) tell(text.added(id), () => removeMember(cohort.id, id))
      else tell(people.alreadyIn(id, cohort.name))
    })
  }
  const [found, setFound] = useState<ListInFile>()
  const look = (chosen: File | undefined) =>
    chosen &&
    doing.run(async () => {
      const content = await chosen.text()
      const inFile = idsInCsv(content)
      if (!inFile) setProgress(text.severalColumns)
      else if (inFile.ids.length === 0) setProgress(text.nobodyInFile)
      else setFound({ ...inFile, content })
    })
  const file = ({ column, content }: ListInFile, ids: readonly string[]) => {
    setFound(undefined)
    const adding = column === undefined ? addAll(cohort, ids, setProgress) : upload(cohort, content, ids, setProgress)
    return doing.run(() => adding.finally(() => refreshMembers()))
  }
  return (
    <>
      <form class="row wrap adding" onSubmit={one}>
        <div class="row member-box">
          <PersonBox
            id="member"
            aria-label={text.distinctId}
            placeholder={text.distinctId}
            aria-invalid={false}
            aria-describedby="adding-progress"
            value={draft.user}
            onChange={(user) => change({ user })}
          />
          <button type="submit" class="button" disabled={doing.blocked || typed === ''}>
            {text.add}
          </button>
        </div>
        <label class="row wrap small">
          <span>{text.orFile}</span>
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            disabled={doing.blocked}
            onChange={({ currentTarget }) => {
              void look(currentTarget.files?.[0])
              // Lets the user choose the same file again after correcting it.
              currentTarget.value = ''
            }}
          />
        </label>
      </form>
      <p class="quiet small">{text.fileHint}</p>
      <Wrong problem={doing.problem} />
      <p id="adding-progress" class="quiet small" role="status" hidden={progress === undefined}>
        {progress}
      </p>
      {found && <ConfirmFile found={found} onConfirm={file} onClose={() => setFound(undefined)} />}
    </>
  )
}

/** A list and its source text. */
interface ListInFile extends IdsInCsv {
  readonly content: string
}

interface ConfirmFileProps {
  readonly found: ListInFile
  readonly onConfirm: (found: ListInFile, ids: readonly string[]) => Promise<unknown>
  readonly onClose: () => void
}

/** Shows the users that were read from a file. Without a known heading, the first row may be a heading. */
function ConfirmFile({ found, onConfirm, onClose }: ConfirmFileProps) {
  const { ids, column } = found
  const [isHeading, setHeading] = useState(false)
  const chosen = isHeading ? ids.slice(1) : ids
  return (
    <Confirm
      title={text.fileTitle}
      action={text.addAll(whole(chosen.length))}
      onConfirm={async () => void (await onConfirm(found, chosen))}
      onClose={onClose}
    >
      <p>{column === undefined ? text.firstColumn : text.column(column)}</p>
      <ul class="mono small">
        {chosen.slice(0, SHOWN_OF_FILE).map((id) => (
          <li key={id} class="ellipsis" title={id}>
            <bdi>{id}</bdi>
          </li>
        ))}
        {chosen.length > SHOWN_OF_FILE && <li>{text.andMore(whole(chosen.length - SHOWN_OF_FILE))}</li>}
      </ul>
      {column === undefined && ids.length > 1 && (
        <label class="row">
          <input
            type="checkbox"
            checked={isHeading}
            onChange={({ currentTarget }) => setHeading(currentTarget.checked)}
          />
          {text.isHeading(ids[0] ?? '')}
        </label>
      )}
    </Confirm>
  )
}

const SHOWN_OF_FILE = 5

/** Adds all users of a file in parts. Parts that were added remain if a later part is rejected. */
async function addAll(cohort: Cohort, ids: readonly string[], showProgress: (sentence: string) => void): Promise<void> {
  let sent = 0
  for (const part of partsOfIds(ids)) {
    showProgress(text.sending(whole(sent), whole(ids.length)))
    try {
      await sendMembers(cohort.id, part)
    } catch (error) {
      showProgress(text.stopped(whole(sent), whole(ids.length)))
      throw error
    }
    sent += part.length
  }
  showProgress(text.sent(whole(ids.length)))
}

/** Adds all users in a column of a file, or none. The server finds users by their e-mail or UUID. */
async function upload(
  cohort: Cohort,
  content: string,
  ids: readonly string[],
  showProgress: (sentence: string) => void,
): Promise<void> {
  showProgress(text.sending('0', whole(ids.length)))
  try {
    // The endpoint declares a raw body.
    const { csv_column } = await call('addCohortMembers', { ...inputOf(cohort.id), body: content as never })
    showProgress(text.uploaded(whole(ids.length), csv_column?.heading ?? ''))
  } catch (error) {
    showProgress(text.stopped('0', whole(ids.length)))
    throw error
  }
}
