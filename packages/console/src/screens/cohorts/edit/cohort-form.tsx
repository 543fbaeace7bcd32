import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { connected } from '../../../api/connection.ts'
import { ConditionSourcesContext, useConditionSources } from '../../../parts/conditions/condition-sources.ts'
import { Field } from '../../../parts/field.tsx'
import { jsonProblem } from '../../../parts/json-problem.ts'
import { type Doing, useDoing } from '../../../parts/use-doing.ts'
import { Wrong } from '../../../parts/wrong.tsx'
import { cohorts as text } from '../../../text/cohorts.ts'
import { sentences } from '../../../text/frame.ts'
import { jsonWrong } from '../../../text/json.ts'
import '../cohorts.css'
import { criteriaProblems } from './criteria.ts'
import { CriteriaEditor } from './criteria-editor.tsx'
import { type CohortDraft, type CohortEdit, keepEdit, keptEdit } from './draft.ts'

interface Props {
  readonly id: number | 'new'
  readonly start: CohortDraft
  readonly onSave: (edit: CohortEdit) => Promise<void>
  readonly onDiscard: () => void
}

/** A cohort's name, description, and rule; a new one may be a list instead. */
export function CohortForm({ id, start, onSave, onDiscard }: Props) {
  const doing = useDoing()
  const { edit, change, forget, wasKept } = useEdit(id, start)
  const { draft } = edit
  const [tried, setTried] = useState(false)
  const problems = problemsOf(draft)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (problems.size > 0) return focusFirstWrong()
    return doing.run(async () => {
      await onSave(edit)
      forget()
    })
  }
  const wrongAt = (path: string) => (tried ? problems.get(path) : undefined)
  return (
    <ConditionSourcesContext.Provider value={useConditionSources()}>
      <form class="stack cohort-form" onSubmit={submit}>
        {wasKept && <p class="card notice">{text.restoredDraft}</p>}
        <Words draft={draft} doing={doing} wrongAt={wrongAt} change={change} />
        {id === 'new' && <Kind draft={draft} change={change} />}
        {!draft.isStatic && <Rule draft={draft} wrongAt={wrongAt} doing={doing} change={change} />}
        {!['name', 'filters'].includes(doing.problem?.attr ?? '') && <Wrong problem={doing.problem} />}
        <div class="row">
          <button type="submit" class="button primary" disabled={doing.blocked || !connected.value}>
            {id === 'new' ? text.make : text.save}
          </button>
          <button
            type="button"
            class="button plain quiet"
            onClick={() => {
              forget()
              onDiscard()
            }}
          >
            {sentences.cancel}
          </button>
        </div>
      </form>
    </ConditionSourcesContext.Provider>
  )
}

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

function useEdit(id: number | 'new', start: CohortDraft) {
  const [kept] = useState(() => keptEdit(id))
  const [edit, setEdit] = useState<CohortEdit>(kept ?? { read: start, draft: start })
  const isOver = useRef(false)
  useLayoutEffect(() => {
    if (!isOver.current) keepEdit(id, edit.draft === edit.read ? undefined : edit)
  }, [edit])
  return {
    edit,
    wasKept: kept !== undefined && edit === kept,
    change: (fields: Partial<CohortDraft>) => setEdit(({ read, draft }) => ({ read, draft: { ...draft, ...fields } })),
    forget: () => {
      isOver.current = true
      keepEdit(id, undefined)
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
