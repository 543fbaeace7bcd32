import { useState } from 'preact/hooks'
import { call, type Output } from '../../../api/call.ts'
import { refresh } from '../../../api/query.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { DialogActions } from '../../../parts/dialog-actions.tsx'
import { Field } from '../../../parts/field.tsx'
import { useDoing } from '../../../parts/use-doing.ts'
import { Wrong } from '../../../parts/wrong.tsx'
import { sentences } from '../../../text/frame.ts'
import { question as text } from '../../../text/question.ts'
import { AnswerNow } from './answer-now.tsx'
import { type Asked, useAsked } from './asked.ts'
import { QueryJson } from './query-json.tsx'
import './question.css'
import { QuestionFields } from './question-fields.tsx'

type Insight = Output<'createInsight'>

interface Props {
  readonly projectId: number
  /** The stored chart; missing for a new one. */
  readonly insight?: Pick<Insight, 'id' | 'name' | 'description' | 'query' | 'dashboards'>
  /** The dashboard of a new chart. */
  readonly dashboardId?: number
  readonly onSaved: (insight: Insight) => void
  readonly onClose: () => void
}

/** Creates or edits a chart, with a preview. The draft survives a reload until it is saved or canceled. */
export function QuestionDialog({ projectId, insight, dashboardId, onSaved, onClose }: Props) {
  const doing = useDoing()
  const place = insight ? `${insight.id}` : `new:${dashboardId}`
  const asked = useAsked(`chart:${projectId}:${place}`, insight)
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    if (asked.query === undefined) return
    const body = { name: asked.name.trim() || null, description: asked.description, query: asked.query }
    return doing.run(async () => {
      onSaved(await (insight ? change(projectId, insight.id, body) : create(projectId, dashboardId, body)))
      asked.forget()
      onClose()
      await refresh()
    })
  }
  const discard = () => {
    asked.forget()
    onClose()
  }
  return (
    <Dialog title={insight ? text.change : text.make} size="wide" onClose={onClose}>
      {insight && insight.dashboards.length > 1 && <p class="quiet">{text.shared(insight.dashboards.length)}</p>}
      {asked.wasRestored && <p class="quiet small">{sentences.restored}</p>}
      <form class="question" onSubmit={save}>
        <div class="stack question-form">
          <Words asked={asked} wrong={doing.wrong} />
          <Asking asked={asked} wrong={doing.wrong('query')} />
        </div>
        <section class="stack question-answer" aria-label={text.answer}>
          <h3>{text.answer}</h3>
          {asked.query && <AnswerNow query={asked.query} title={asked.name || text.answer} />}
        </section>
        <div class="question-foot">
          {doing.problem && doing.problem.attr !== 'query' && doing.problem.attr !== 'name' && (
            <Wrong problem={doing.problem} />
          )}
          <DialogActions
            commit={insight ? text.save : text.add}
            disabled={doing.blocked || asked.query === undefined}
            onCancel={discard}
          />
        </div>
      </form>
    </Dialog>
  )
}

type Body = Pick<Insight, 'name' | 'query'> & { readonly description: string }

function create(projectId: number, dashboardId: number | undefined, body: Body): Promise<Insight> {
  const dashboards = dashboardId === undefined ? [] : [dashboardId]
  return call('createInsight', { params: { project_id: projectId }, body: { ...body, dashboards, saved: true } })
}

function change(projectId: number, id: number, body: Body): Promise<Insight> {
  return call('updateInsight', { params: { project_id: projectId, id: String(id) }, body })
}

interface PartProps {
  readonly asked: Asked
}

function Words({ asked, wrong }: PartProps & { readonly wrong: (field: string) => string | undefined }) {
  return (
    <>
      <Field label={text.name} wrong={wrong('name')}>
        {(attributes) => (
          <input
            {...attributes}
            class="input"
            dir="auto"
            placeholder={text.nameHint}
            value={asked.name}
            onInput={({ currentTarget }) => asked.rename(currentTarget.value)}
          />
        )}
      </Field>
      <Field label={text.description} wrong={wrong('description')}>
        {(attributes) => (
          <input
            {...attributes}
            class="input"
            dir="auto"
            value={asked.description}
            onInput={({ currentTarget }) => asked.describe(currentTarget.value)}
          />
        )}
      </Field>
    </>
  )
}

/** Shows the query in fields. Shows it as JSON if the form lacks fields for it, or if the user chooses so. */
function Asking({ asked, wrong }: PartProps & { readonly wrong: string | undefined }) {
  const [isJson, setIsJson] = useState(asked.question === undefined || asked.json !== null)
  return (
    <>
      <fieldset class="row views" aria-label={text.view}>
        <button
          type="button"
          class="chip"
          aria-pressed={!isJson}
          disabled={asked.question === undefined}
          onClick={() => setIsJson(false)}
        >
          {text.form}
        </button>
        <button type="button" class="chip" aria-pressed={isJson} onClick={() => setIsJson(true)}>
          {text.json}
        </button>
      </fieldset>
      {isJson || !asked.question ? (
        <QueryJson asked={asked} wrong={wrong} />
      ) : (
        <QuestionFields question={asked.question} ask={asked.ask} />
      )}
      {!isJson && wrong && <p class="wrong">{wrong}</p>}
    </>
  )
}
