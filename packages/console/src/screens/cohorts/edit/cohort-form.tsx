import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { problemOf } from '../../../api/api-problem.ts'
import { call } from '../../../api/call.ts'
import { connected } from '../../../api/connection.ts'
import { readDraft, removeDraft, writeDraft } from '../../../drafts.ts'
import {
  ConditionSourcesContext,
  referencesOf,
  useConditionSources,
} from '../../../parts/conditions/condition-sources.ts'
import { Field } from '../../../parts/field.tsx'
import { jsonProblem } from '../../../parts/json-problem.ts'
import { tell } from '../../../parts/toasts.tsx'
import { type Doing, useDoing } from '../../../parts/use-doing.ts'
import { Wrong } from '../../../parts/wrong.tsx'
import { go, href } from '../../../route.ts'
import { cohorts as text } from '../../../text/cohorts.ts'
import { sentences } from '../../../text/frame.ts'
import { jsonWrong } from '../../../text/json.ts'
import '../cohorts.css'
import { type Cohort, inputOf } from '../cohort.ts'
import { CohortConflict } from './cohort-conflict.tsx'
import { criteriaProblems } from './criteria.ts'
import { CriteriaEditor } from './criteria-editor.tsx'
import { type CohortDraft, type CohortEdit, draftOf, editName } from './draft.ts'

interface Props {
  readonly id: number | 'new'
  readonly start: CohortDraft
  readonly version?: number
  readonly mayWrite?: boolean
  readonly onSave: (edit: CohortEdit) => Promise<void>
  readonly onDiscard: () => void
}

/** Edits the name, description and rule of a cohort. A new cohort may be a list instead. */
export function CohortForm({ id, start, version, mayWrite = true, onSave, onDiscard }: Props) {
  const doing = useDoing()
  const { edit, isTouched, change, begin, forget, wasRestored } = useEdit(id, { version, read: start, draft: start })
  const [conflict, setConflict] = useState<Conflict>()
  const { draft } = edit
  const [tried, setTried] = useState(false)
  const problems = problemsOf(draft)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (problems.size > 0) return focusFirstWrong()
    return save(edit)
  }
  const save = (changed: CohortEdit) => {
    setConflict(undefined)
    return doing.run(async () => {
      try {
        await onSave(changed)
        forget()
      } catch (error) {
        const found = await conflictIn(error, id)
        if (!found) throw error
        setConflict(found)
      }
    })
  }
  const wrongAt = (path: string) => (tried ? problems.get(path) : undefined)
  const sources = useConditionSources(referencesOf(draft.criteria?.values.flatMap(({ values }) => values) ?? []))
  return (
    <ConditionSourcesContext.Provider value={sources}>
      <form class="stack cohort-form" onSubmit={submit}>
        {wasRestored && <p class="card notice">{sentences.restored}</p>}
        <fieldset class="stack" disabled={!mayWrite}>
          <Words draft={draft} doing={doing} wrongAt={wrongAt} change={change} />
          {id === 'new' && <Kind draft={draft} change={change} />}
          {id === 'new' && draft.isStatic && <p class="quiet small">{text.listLater}</p>}
          {!draft.isStatic && <Rule draft={draft} wrongAt={wrongAt} doing={doing} change={change} />}
        </fieldset>
        {!['name', 'filters'].includes(doing.problem?.attr ?? '') && <Wrong problem={doing.problem} />}
        {conflict && (
          <CohortConflict
            {...conflict}
            draft={draft}
            onKeep={() => void save({ ...edit, version: conflict.theirs.version })}
            onTake={() => {
              begin(withTheirs(edit, conflict))
              setConflict(undefined)
            }}
          />
        )}
        <div class="row">
          <button type="submit" class="button primary" disabled={doing.blocked || !connected.value || !mayWrite}>
            {id === 'new' ? text.make : text.save}
          </button>
          <button
            type="button"
            class="button plain quiet"
            onClick={() => {
              forget()
              onDiscard()
              if (isTouched) tell(text.discarded, () => reopen(id, edit))
            }}
          >
            {sentences.cancel}
          </button>
        </div>
      </form>
    </ConditionSourcesContext.Provider>
  )
}

/** Opens a discarded edit again. */
async function reopen(id: number | 'new', edit: CohortEdit): Promise<void> {
  writeDraft(editName(id), edit)
  go(id === 'new' ? href('cohorts', 'new') : href('cohorts', id, 'edit'))
}

interface Conflict {
  readonly theirs: Cohort
  readonly fields: readonly string[]
}

/** Returns the conflicting change of another user, if it prevented saving. */
async function conflictIn(error: unknown, id: number | 'new'): Promise<Conflict | undefined> {
  const { status, extra } = problemOf(error)
  if (status !== 409 || id === 'new') return undefined
  const theirs = await call('retrieveCohort', inputOf(id))
  const { paths = [] } = (extra.conflict ?? {}) as { readonly paths?: readonly string[] } // the shape in the API
  return { theirs, fields: paths }
}

/** Returns the edit applied to the other user's version, without the fields that both changed. */
function withTheirs({ read, draft }: CohortEdit, { theirs, fields }: Conflict): CohortEdit {
  const now = draftOf(theirs)
  const given = new Set([...fields, ...(fields.includes('filters') ? ['criteria', 'json'] : [])])
  const kept = Object.entries(draft).filter(
    ([name, value]) => !given.has(name) && !same(value, read[name as keyof CohortDraft]),
  )
  return { version: theirs.version, read: now, draft: { ...now, ...Object.fromEntries(kept) } }
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function problemsOf({ name, isStatic, criteria, json }: CohortDraft): ReadonlyMap<string, string> {
  const named: [string, string][] = name.trim() === '' ? [['name', text.nameMissing]] : []
  if (isStatic) return new Map(named)
  if (criteria) return new Map([...named, ...criteriaProblems(criteria, text.groupEmpty)])
  const problem = jsonProblem(json)
  return new Map(problem ? [...named, ['json', jsonWrong(problem)] as const] : named)
}

function focusFirstWrong(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.cohort-form [aria-invalid="true"]')?.focus())
}

function useEdit(id: number | 'new', start: CohortEdit) {
  const name = editName(id)
  const [restored] = useState(() => readDraft<CohortEdit>(name))
  const [edit, setEdit] = useState<CohortEdit>(restored ?? start)
  const isOver = useRef(false)
  const isTouched = !same(edit.draft, edit.read)
  useLayoutEffect(() => {
    if (isOver.current) return
    if (isTouched) writeDraft(name, edit)
    else removeDraft(name)
  }, [edit])
  return {
    edit,
    isTouched,
    wasRestored: restored !== undefined && edit === restored,
    change: (fields: Partial<CohortDraft>) => setEdit((at) => ({ ...at, draft: { ...at.draft, ...fields } })),
    begin: setEdit,
    forget: () => {
      isOver.current = true
      removeDraft(name)
    },
  }
}

interface PartProps {
  readonly draft: CohortDraft
  readonly change: (fields: Partial<CohortDraft>) => void
}

interface WordsProps extends PartProps {
  readonly doing: Doing
  readonly wrongAt: (path: string) => string | undefined
}

function Words({ draft, doing, wrongAt, change }: WordsProps) {
  return (
    <div class="pair">
      {(['name', 'description'] as const).map((name) => (
        <Field key={name} label={text.fields[name]} wrong={wrongAt(name) ?? doing.wrong(name)}>
          {(attributes) => (
            <input
              {...attributes}
              class="input"
              dir="auto"
              value={draft[name]}
              onInput={({ currentTarget }) => change({ [name]: currentTarget.value })}
            />
          )}
        </Field>
      ))}
    </div>
  )
}

function Kind({ draft, change }: PartProps) {
  return (
    <fieldset class="templates">
      <legend>{text.kind}</legend>
      {[false, true].map((isStatic) => (
        <button
          key={String(isStatic)}
          type="button"
          class="card"
          aria-pressed={draft.isStatic === isStatic}
          onClick={() => change({ isStatic })}
        >
          <strong>{text.kinds[isStatic ? 'list' : 'rule'][0]}</strong>
          <span class="quiet small">{text.kinds[isStatic ? 'list' : 'rule'][1]}</span>
        </button>
      ))}
    </fieldset>
  )
}

function Rule({ draft, wrongAt, doing, change }: WordsProps) {
  const refused = doing.wrong('filters')
  if (draft.criteria) {
    return (
      <>
        <CriteriaEditor criteria={draft.criteria} wrongAt={wrongAt} onChange={(criteria) => change({ criteria })} />
        {refused && (
          <p class="wrong" role="alert">
            {refused}
          </p>
        )}
      </>
    )
  }
  return (
    <Field label={text.rule} hint={text.beyondForm} wrong={wrongAt('json') ?? refused}>
      {(attributes) => (
        <textarea
          {...attributes}
          class="input mono json"
          rows={16}
          spellcheck={false}
          value={draft.json}
          onInput={({ currentTarget }) => change({ json: currentTarget.value })}
        />
      )}
    </Field>
  )
}
