import { useEffect, useState } from 'preact/hooks'
import type { ApiProblem } from '../../api/api-problem.ts'
import { call, type Output } from '../../api/call.ts'
import { notedProblem, useAttempt } from '../../api/use-attempt.ts'
import { Field } from '../../parts/field.tsx'
import { PersonBox } from '../../parts/person-box.tsx'
import { openProject } from '../../session.ts'
import { edit as text } from '../../text/flag-edit.ts'
import { resultText, whyText } from '../../text/why.ts'

import type { EditState } from './use-edit.ts'

/** The delay after the last key. Until then no result is shown, because an outdated one would mislead. */
const WAIT_MS = 400

interface Answer {
  readonly answer: string
  readonly reason: string
}

interface Tried {
  readonly now: Answer
  readonly then: Answer
}

/** Shows the result of a user now, and after this edit is saved and the flag is enabled. */
export function TryChange({ flagId, state }: { readonly flagId: number; readonly state: EditState }) {
  const [distinctId, setDistinctId] = useState('')
  const { tried, wrong } = useTried(flagId, state, distinctId.trim())
  return (
    <div class="card stack">
      <h2>{text.tryIt}</h2>
      <Field label={text.tryOn} hint={text.tryHint} wrong={wrong}>
        {(attributes) => <PersonBox {...attributes} value={distinctId} onChange={setDistinctId} />}
      </Field>
      <div role="status">
        {tried && (
          <dl class="tried">
            <dt>{text.triedNow}</dt>
            <Outcome {...tried.now} />
            <dt>{text.triedThen}</dt>
            <Outcome {...tried.then} />
          </dl>
        )}
      </div>
    </div>
  )
}

function Outcome({ answer, reason }: Answer) {
  return (
    <dd>
      <b dir="auto">{answer}</b> <span class="quiet small">{reason}</span>
    </dd>
  )
}

function useTried(flagId: number, { changes, problems }: EditState, distinctId: string) {
  const [{ tried, problem }, setFound] = useState<{ readonly tried?: Tried; readonly problem?: ApiProblem }>({})
  const attempt = useAttempt(problem)
  const project = openProject()
  const isAsked = distinctId !== '' && problems.size === 0
  const asked = JSON.stringify([distinctId, changes])
  useEffect(() => {
    if (!isAsked) return setFound({})
    let isCurrent = true
    const params = { project_id: project.id, id: flagId }
    const ask = async (body: object) =>
      told(await call('testEvaluation', { params, body: { distinct_id: distinctId, ...body } }))
    const timer = setTimeout(() => {
      Promise.all([ask({}), ask({ changes: { ...changes, active: true, archived: false } })]).then(
        ([now, then]) => isCurrent && setFound({ tried: { now, then } }),
        (error) => isCurrent && setFound({ problem: notedProblem(error) }),
      )
    }, WAIT_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [asked, isAsked, attempt])
  return { tried, wrong: problem?.message }
}

function told(output: Output<'testEvaluation'>): Answer {
  return { answer: resultText(output.result), reason: whyText(output) }
}
