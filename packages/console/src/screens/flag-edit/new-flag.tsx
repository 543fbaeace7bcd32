import { useState } from 'preact/hooks'
import { problemOf } from '../../api/api-problem.ts'
import { call } from '../../api/call.ts'
import { noteOutcome } from '../../api/connection.ts'
import { know, refresh } from '../../api/query.ts'
import { editName, writeDraft } from '../../drafts.ts'
import { tell, tellWarnings } from '../../parts/toasts.tsx'
import { go, goInstead, href, isNumber, newFlagHref, place } from '../../route.ts'
import { openProject } from '../../session.ts'
import { edit as text } from '../../text/flag-edit.ts'
import { sentences } from '../../text/frame.ts'
import { BLANK, same, sent } from './draft.ts'
import { FlagForm } from './flag-form.tsx'
import { forCohort, fromTemplate, TEMPLATES, type TemplateName } from './templates.ts'
import { type EditState, useEdit } from './use-edit.ts'

/** Shows the screen that creates a flag: `flags/new`, `flags/new?cohort=ID` for a cohort, or `flags/new?key=KEY`. */
export function NewFlag() {
  const { query } = place.value
  const cohort = query.get('cohort') ?? ''
  const id = isNumber(cohort) ? Number(cohort) : undefined
  const flagKey = query.get('key') ?? ''
  return <Making key={`${id} ${flagKey}`} cohort={id} flagKey={flagKey} />
}

interface Props {
  readonly cohort: number | undefined
  /** The initial key of the flag; empty for none. */
  readonly flagKey: string
}

function Making({ cohort, flagKey }: Props) {
  const project = openProject()
  // Drafts for a cohort, for a key, and for neither are stored separately.
  const id = cohort !== undefined ? (`new-for-${cohort}` as const) : flagKey ? (`new-key-${flagKey}` as const) : 'new'
  const base = { ...(cohort === undefined ? BLANK : forCohort(cohort)), key: flagKey }
  const state = useEdit(id, { version: null, base, draft: base })
  const save = async () => {
    try {
      const flag = await call('createFlag', { params: { project_id: project.id }, body: sent(state.draft) })
      state.forget()
      know('retrieveFlag', { params: { project_id: project.id, id: flag.id } }, flag)
      void refresh()
      tell(text.created(flag.key))
      tellWarnings(flag)
      // The browser's Back leads to the previous screen, not to an empty form.
      goInstead(href('flags', flag.id))
    } catch (error) {
      const problem = problemOf(error)
      noteOutcome(problem)
      state.refuse(problem)
    }
  }
  const discard = () => {
    state.forget()
    go(cohort === undefined ? href('flags') : href('cohorts', cohort))
    if (!state.isTouched) return
    tell(text.discarded(state.draft.key), async () => {
      writeDraft(editName(project.id, id), state.edit)
      go(newFlagHref({ cohort, key: flagKey }))
    })
  }
  return (
    <div class="screen">
      <FlagForm state={state} mayWrite onSave={save} onDiscard={discard}>
        <nav class="crumbs" aria-label={text.where}>
          <a href={href('flags')}>{text.flags}</a> / {text.newTitle.toLowerCase()}
        </nav>
        <div class="head">
          <h1>{text.newTitle}</h1>
        </div>
        {state.wasRestored && <p class="card notice">{sentences.restored}</p>}
        <Templates state={state} start={cohort === undefined ? undefined : 'cohort'} />
      </FlagForm>
    </div>
  )
}

const NAMES = Object.keys(TEMPLATES) as TemplateName[] // a literal, which has no other keys

interface TemplatesProps {
  readonly state: EditState
  /** The template of the draft; undefined if it follows from the draft. */
  readonly start: TemplateName | undefined
}

function Templates({ state, start }: TemplatesProps) {
  const [chosen, setChosen] = useState(() => start ?? NAMES.find((name) => same(TEMPLATES[name], state.draft.filters)))
  return (
    <fieldset class="templates" disabled={state.json !== undefined}>
      <legend>{text.template}</legend>
      {NAMES.map((name) => (
        <button
          key={name}
          type="button"
          class="card"
          aria-pressed={name === chosen}
          onClick={() => {
            setChosen(name)
            state.change(fromTemplate(state.draft, name))
          }}
        >
          <strong>{text.templates[name][0]}</strong>
          <span class="quiet small">{text.templates[name][1]}</span>
        </button>
      ))}
    </fieldset>
  )
}
