import { useState } from 'preact/hooks'
import { problemOf } from '../../api/api-problem.ts'
import { call } from '../../api/call.ts'
import { noteOutcome } from '../../api/connection.ts'
import { know, refresh } from '../../api/query.ts'
import { tell } from '../../parts/toasts.tsx'
import { go, href } from '../../route.ts'
import { openProject } from '../../session.ts'
import { edit as text } from '../../text/flag-edit.ts'
import { BLANK, same, sent } from './draft.ts'
import { FlagForm } from './flag-form.tsx'
import { keepEdit } from './kept-edit.ts'
import { fromTemplate, TEMPLATES, type TemplateName } from './templates.ts'
import { type EditState, useEdit } from './use-edit.ts'

/** The screen where a flag is made: `flags/new`. */
export function NewFlag() {
  const project = openProject()
  const state = useEdit('new', { version: null, base: BLANK, draft: BLANK })
  const save = async () => {
    try {
      const flag = await call('createFlag', { params: { project_id: project.id }, body: sent(state.draft) })
      state.forget()
      know('retrieveFlag', { params: { project_id: project.id, id: flag.id } }, flag)
      void refresh()
      tell(text.created(flag.key))
      go(href('flags', flag.id))
    } catch (error) {
      const problem = problemOf(error)
      noteOutcome(problem)
      state.refuse(problem)
    }
  }
  const discard = () => {
    state.forget()
    go(href('flags'))
    if (state.changed === 0) return
    tell(text.discarded(state.draft.key), async () => {
      keepEdit(project.id, 'new', { version: null, base: BLANK, draft: state.draft })
      go(href('flags', 'new'))
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
        {state.wasRestored && <p class="card notice">{text.restored}</p>}
        <Templates state={state} />
      </FlagForm>
    </div>
  )
}

const NAMES = Object.keys(TEMPLATES) as TemplateName[] // a literal, which has no other keys

function Templates({ state }: { readonly state: EditState }) {
  const [chosen, setChosen] = useState(() => NAMES.find((name) => same(TEMPLATES[name], state.draft.filters)))
  return (
    <fieldset class="templates">
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
