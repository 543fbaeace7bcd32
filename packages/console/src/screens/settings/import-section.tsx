import { useState } from 'preact/hooks'
import { call, type Output } from '../../api/call.ts'
import { refresh } from '../../api/query.ts'
import { Difference } from '../../parts/difference/difference.tsx'
import { Field } from '../../parts/field.tsx'
import { jsonProblem } from '../../parts/json-problem.ts'
import { tell } from '../../parts/toasts.tsx'
import { useDoing } from '../../parts/use-doing.ts'
import { openProject, runsOrganization } from '../../session.ts'
import { jsonWrong } from '../../text/json.ts'
import { projectImport as text } from '../../text/settings.ts'
import { Section } from './section.tsx'

type Plan = Output<'importProjectDocument'>

/** Applies a document to the project after a preview of the changes. */
export function ImportSection() {
  const doing = useDoing()
  const [document, setDocument] = useState('')
  const [prune, setPrune] = useState(false)
  const [plan, setPlan] = useState<Plan>()
  const wrong = document.trim() === '' ? undefined : wrongWith(document)
  // A plan is valid only for the document that it was created from.
  const edit = (apply: () => void) => {
    apply()
    setPlan(undefined)
  }
  const send = async (body: { readonly plan?: Plan }, query: { readonly dry_run?: boolean }) =>
    call('importProjectDocument', {
      params: { project_id: openProject().id },
      query,
      body: { document: JSON.parse(document), prune, ...body } as never, // validated by the API
    })
  const look = () => doing.run(async () => setPlan(await send({}, { dry_run: true })))
  const apply = () =>
    doing.run(async () => {
      const done = await send({ ...(plan && { plan }) }, {})
      setPlan(undefined)
      setDocument('')
      tell(text.done(done.changes.length))
      await refresh()
    })
  if (!runsOrganization.value) {
    return (
      <Section title={text.title} about={text.about}>
        <p class="quiet">{text.onlyAdmins}</p>
      </Section>
    )
  }
  return (
    <Section title={text.title} about={text.about}>
      <label class="row wrap small">
        <span>{text.file}</span>
        <input
          type="file"
          accept=".json,application/json"
          onChange={async ({ currentTarget }) => {
            const content = await currentTarget.files?.[0]?.text()
            if (content !== undefined) edit(() => setDocument(content))
            // Otherwise the user could not choose the same file again after fixing it.
            currentTarget.value = ''
          }}
        />
      </label>
      <Field label={text.document} wrong={wrong}>
        {(attributes) => (
          <textarea
            {...attributes}
            class="input mono"
            rows={8}
            spellcheck={false}
            value={document}
            onInput={({ currentTarget: { value } }) => edit(() => setDocument(value))}
          />
        )}
      </Field>
      <label class="check">
        <input
          type="checkbox"
          checked={prune}
          onChange={({ currentTarget: { checked } }) => edit(() => setPrune(checked))}
        />
        <span>
          {text.prune}
          <span class="quiet small">{text.pruneHint}</span>
        </span>
      </label>
      <div>
        <button
          type="button"
          class="button"
          disabled={doing.blocked || document.trim() === '' || wrong !== undefined}
          onClick={() => void look()}
        >
          {text.look}
        </button>
      </div>
      <Refusal problem={doing.problem} />
      {plan && <PlanView plan={plan} disabled={doing.blocked} onApply={() => void apply()} />}
    </Section>
  )
}

function wrongWith(document: string): string | undefined {
  const problem = jsonProblem(document)
  return problem && jsonWrong(problem)
}

/** Shows all errors of the document, with their positions. */
function Refusal({ problem }: { readonly problem: ReturnType<typeof useDoing>['problem'] }) {
  if (!problem) return null
  const errors = (problem.extra.errors ?? []) as readonly { readonly attr?: string | null; readonly detail: string }[] // the API's shape
  const lines = errors.length > 0 ? errors : [{ attr: problem.attr, detail: problem.message }]
  return (
    <div class="card warn stack tight" role="alert">
      <p>{text.refused}</p>
      <ul>
        {lines.map(({ attr, detail }) => (
          <li key={`${attr} ${detail}`} dir="auto">
            {attr && <code>{attr}</code>} {detail}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface PlanProps {
  readonly plan: Plan
  readonly disabled: boolean
  readonly onApply: () => void
}

function PlanView({ plan: { changes, unchanged, kept, notes }, disabled, onApply }: PlanProps) {
  return (
    <section class="card stack" aria-label={text.plan}>
      <h2>{changes.length === 0 ? text.nothing : text.plan}</h2>
      <ul class="plan">
        {changes.map(({ action, kind, name, fields }) => (
          <li key={`${action} ${kind} ${name}`}>
            <span class={action === 'delete' ? 'wrong' : ''}>{text.actions[action]}</span> {text.kinds[kind]}{' '}
            <code dir="auto">{name}</code>
            {fields.length > 0 && (
              <details>
                <summary class="small">{text.fields(fields.length)}</summary>
                <Difference changes={fields} />
              </details>
            )}
          </li>
        ))}
      </ul>
      <p class="quiet small">{text.rest(unchanged, kept.length)}</p>
      {notes.map((note) => (
        <p key={note} class="small">
          {note}
        </p>
      ))}
      {changes.length > 0 && (
        <div>
          <button type="button" class="button primary" disabled={disabled} onClick={onApply}>
            {text.apply(changes.length)}
          </button>
        </div>
      )}
    </section>
  )
}
