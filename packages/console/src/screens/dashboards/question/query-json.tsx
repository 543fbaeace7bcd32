import { useState } from 'preact/hooks'
import { Field } from '../../../parts/field.tsx'
import { jsonProblem } from '../../../parts/json-problem.ts'
import { jsonWrong } from '../../../text/json.ts'
import { question as text } from '../../../text/question.ts'
import type { Asked } from './asked.ts'
import type { Query } from './query-source.ts'

interface Props {
  readonly asked: Asked
  readonly wrong: string | undefined
}

/** Shows the query as JSON, for options that the form does not have. */
export function QueryJson({ asked, wrong }: Props) {
  const [start] = useState(() => JSON.stringify(asked.query ?? {}, null, 2))
  const typed = asked.json ?? start
  const type = (written: string) =>
    asked.type(written, wrongWith(written) === undefined ? (JSON.parse(written) as Query) : undefined) // a JSON object
  const hint = asked.query && !asked.question ? text.beyondForm : text.jsonHint
  return (
    <Field label={text.query} hint={hint} wrong={wrongWith(typed) ?? wrong}>
      {(attributes) => (
        <textarea
          {...attributes}
          class="input mono json"
          rows={18}
          spellcheck={false}
          value={typed}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
      )}
    </Field>
  )
}

function wrongWith(written: string): string | undefined {
  const problem = jsonProblem(written)
  if (problem) return jsonWrong(problem)
  const value: unknown = JSON.parse(written)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : text.notAnObject
}
