import { useEffect, useState } from 'preact/hooks'
import { useQuery } from '../../api/query.ts'
import { editName, writeDraft } from '../../drafts.ts'
import { Answered } from '../../parts/answered.tsx'
import type { Flag } from '../../parts/conditions/condition-types.ts'
import { tell } from '../../parts/toasts.tsx'
import { below, go, href, place, setQuery } from '../../route.ts'
import { openProject } from '../../session.ts'
import { edit as text } from '../../text/flag-edit.ts'
import { sentences } from '../../text/frame.ts'
import { editorOf } from '../flag/flag.ts'
import { Conflict } from './conflict.tsx'
import { draftOf, type Edit } from './draft.ts'
import { carriedAsides } from './filters-aside.ts'
import { FlagForm } from './flag-form.tsx'
import { EditImpact, usePreview } from './preview.tsx'
import { Review } from './review.tsx'
import { withUser } from './templates.ts'
import { TryChange } from './try-change.tsx'
import { useEdit } from './use-edit.ts'
import { useSaving } from './use-saving.ts'

/** Shows the screen that edits a flag: `flags/ID/edit`. */
export function EditFlag() {
  const id = Number(below.value[1])
  const flag = useQuery('retrieveFlag', { params: { project_id: openProject().id, id } })
  return (
    <div class="screen">
      <Answered query={flag} rows={12} from="flags">
        {(found) => <Editor key={found.id} flag={found} />}
      </Answered>
    </div>
  )
}

/** Returns the variants and filters that are set aside, so that they remain when another version is loaded. */
const asidesOf = ({ aside, filtersAside, draft }: Edit, next: Edit): Partial<Edit> => ({
  aside,
  filtersAside: carriedAsides(filtersAside, draft.filters.groups, next.draft.filters.groups),
})

const editOf = (flag: Flag): Edit => ({ version: flag.version, base: draftOf(flag), draft: draftOf(flag) })

function Editor({ flag }: { readonly flag: Flag }) {
  const state = useEdit(flag.id, editOf(flag))
  const impact = usePreview(flag.id, state)
  const [isReviewed, setIsReviewed] = useState(false)
  const { save: send, conflict, settle } = useSaving(flag.id, state)
  const isBehind = flag.version !== state.version
  // `?user=ID` opens the editor with a condition set for this user, which is not saved yet (CONSOLE-283).
  useEffect(() => {
    const user = place.value.query.get('user')
    if (user && flag.can_edit && !flag.deleted) state.change(withUser(state.draft, user))
    if (user !== null) setQuery({ user: null })
  }, [])
  // `?set=N` opens the editor at a condition set (CONSOLE-272).
  useEffect(() => {
    const number = place.value.query.get('set')
    if (number !== null) setQuery({ set: null })
    const set = number && document.querySelectorAll<HTMLElement>('.sets > li > .set')[Number(number) - 1]
    if (!set) return
    set.focus({ preventScroll: true })
    set.scrollIntoView({ block: 'start' })
  }, [])
  useEffect(() => {
    if (isBehind && !state.isTouched) state.begin(editOf(flag))
  }, [flag.version])
  const meanwhile = isBehind && state.isTouched && !flag.deleted ? text.changedMeanwhile(editorOf(flag)) : undefined
  const projectId = openProject().id
  const save = (edit: Edit = state) => {
    setIsReviewed(false)
    return send(edit)
  }
  const discard = () => {
    state.forget()
    go(href('flags', flag.id))
    tell(text.discarded(flag.key), async () => {
      writeDraft(editName(projectId, flag.id), state.edit)
      go(href('flags', flag.id, 'edit'))
    })
  }
  return (
    <FlagForm
      state={state}
      flagId={flag.id}
      mayWrite={flag.can_edit && !flag.deleted}
      isSealed={flag.has_encrypted_payloads === true}
      meanwhile={meanwhile}
      onSave={save}
      onDiscard={discard}
      onReview={() => setIsReviewed(true)}
      aside={
        <>
          {state.changed > 0 && (impact.answer || impact.problem) && (
            <div class="card stack">
              <h2>{text.moves}</h2>
              <EditImpact impact={impact} isRenamed={state.base.key !== state.draft.key} />
            </div>
          )}
          {flag.can_edit && !flag.deleted && !flag.has_encrypted_payloads && (
            <TryChange flagId={flag.id} state={state} />
          )}
        </>
      }
    >
      <Head flag={flag} />
      {state.wasRestored && state.isTouched && <p class="card notice">{sentences.restored}</p>}
      {meanwhile && (
        <p class="card warn notice">
          {meanwhile} {text.mergesBoth}
        </p>
      )}
      {flag.deleted && <p class="card warn notice">{text.deleted}</p>}
      {!flag.can_edit && <p class="card notice">{text.mayNot}</p>}
      {isReviewed && (
        <Review
          flagId={flag.id}
          state={state}
          impact={impact}
          onSave={() => void save()}
          onClose={() => setIsReviewed(false)}
        />
      )}
      {conflict && (
        <Conflict
          {...conflict}
          edit={state}
          onClose={settle}
          onResolve={(resolved, isSaved) => {
            settle()
            state.begin({ ...resolved, ...asidesOf(state, resolved) })
            if (isSaved) void save(resolved)
          }}
        />
      )}
    </FlagForm>
  )
}

function Head({ flag }: { readonly flag: Flag }) {
  return (
    <>
      <nav class="crumbs" aria-label={text.where}>
        <a href={href('flags')}>{text.flags}</a> / <a href={href('flags', flag.id)}>{flag.key}</a> /{' '}
        {text.editTitle.toLowerCase()}
      </nav>
      <div class="head">
        <h1 class="edit-title" title={flag.key}>
          {text.editTitle} <span class="key-title">{flag.key}</span>
        </h1>
      </div>
    </>
  )
}
