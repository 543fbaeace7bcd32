import { useState } from 'preact/hooks'
import { call, type Output } from '../../../api/call.ts'
import { refresh } from '../../../api/query.ts'
import { Field } from '../../../parts/field.tsx'
import { tell } from '../../../parts/toasts.tsx'
import { type Doing, useDoing } from '../../../parts/use-doing.ts'
import { useDraft } from '../../../parts/use-draft.ts'
import { Wrong } from '../../../parts/wrong.tsx'
import { go, href } from '../../../route.ts'
import { openProject } from '../../../session.ts'
import { sentences } from '../../../text/frame.ts'
import { newDashboard as text } from '../../../text/new-dashboard.ts'
import type { Query } from '../question/query-source.ts'
import { BEGINNINGS, type DashboardDraft, EMPTY_DRAFT } from './draft.ts'
import { FromDocument } from './from-document.tsx'
import './new-dashboard.css'
import { FromTemplate } from './from-template.tsx'
import { documentProblem, templateIn } from './template-document.ts'

type Dashboard = Output<'createDashboard'>

/** Shows the screen that creates a dashboard: `dashboards/new`. */
export function NewDashboard() {
  const doing = useDoing()
  const { draft, change, forget } = useDraft(`dashboard:${openProject().id}:new`, EMPTY_DRAFT)
  const [tried, setTried] = useState(false)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isWhole(draft)) return
    return doing.run(async () => {
      const created = await create(draft)
      forget()
      void refresh('listDashboards')
      tell(text.made(created.name || text.unnamed))
      go(href('dashboards', created.id))
    })
  }
  return (
    <div class="screen">
      <nav class="crumbs" aria-label={text.where}>
        <a href={href('dashboards')}>{text.dashboards}</a>
      </nav>
      <div class="head">
        <h1>{text.title}</h1>
      </div>
      <form class="stack new-dashboard" onSubmit={submit}>
        <Beginnings draft={draft} change={change} />
        <Words draft={draft} change={change} doing={doing} />
        {draft.beginning === 'template' && (
          <FromTemplate chosen={draft.template} tried={tried} onChoose={(template) => change({ template })} />
        )}
        {draft.beginning === 'document' && (
          <FromDocument
            document={draft.document}
            tried={tried}
            problem={doing.problem}
            onType={(document) => change({ document })}
          />
        )}
        <Foot draft={draft} doing={doing} onDiscard={forget} />
      </form>
    </div>
  )
}

function isWhole({ beginning, template, document }: DashboardDraft): boolean {
  if (beginning === 'template') return template !== ''
  return beginning === 'blank' || documentProblem(document) === undefined
}

function create(draft: DashboardDraft): Promise<Dashboard> {
  const params = { project_id: openProject().id }
  const words = {
    ...(draft.name.trim() && { name: draft.name.trim() }),
    ...(draft.description.trim() && { description: draft.description.trim() }),
  }
  if (draft.beginning === 'document') {
    // It is a JSON object; the API validates the rest.
    const template = templateIn(draft.document) as Query as never
    return call('createDashboardFromTemplate', { params, body: { ...words, template } })
  }
  const from = draft.beginning === 'template' ? { use_template: draft.template } : {}
  return call('createDashboard', { params, body: { ...words, ...from } })
}

interface PartProps {
  readonly draft: DashboardDraft
  readonly change: (fields: Partial<DashboardDraft>) => void
}

function Beginnings({ draft, change }: PartProps) {
  return (
    <fieldset class="templates">
      <legend>{text.beginWith}</legend>
      {BEGINNINGS.map((beginning) => (
        <button
          key={beginning}
          type="button"
          class="card"
          aria-pressed={beginning === draft.beginning}
          onClick={() => change({ beginning })}
        >
          <strong>{text.beginnings[beginning][0]}</strong>
          <span class="quiet small">{text.beginnings[beginning][1]}</span>
        </button>
      ))}
    </fieldset>
  )
}

function Words({ draft, change, doing }: PartProps & { readonly doing: Doing }) {
  const hints = draft.beginning === 'blank' ? undefined : text.hints[draft.beginning]
  return (
    <div class="pair">
      {(['name', 'description'] as const).map((name) => (
        <Field key={name} label={text[name]} hint={hints?.[name]} wrong={doing.wrong(name)}>
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

interface FootProps {
  readonly draft: DashboardDraft
  readonly doing: Doing
  readonly onDiscard: () => void
}

function Foot({ draft, doing, onDiscard }: FootProps) {
  const isShownElsewhere = ['name', 'description'].includes(doing.problem?.attr ?? '') || draft.beginning === 'document'
  return (
    <>
      {!isShownElsewhere && <Wrong problem={doing.problem} />}
      <div class="row">
        <button type="submit" class="button primary" disabled={doing.blocked}>
          {text.make}
        </button>
        <button
          type="button"
          class="button plain quiet"
          onClick={() => {
            onDiscard()
            go(href('dashboards'))
          }}
        >
          {sentences.cancel}
        </button>
      </div>
    </>
  )
}
