import type { ApiProblem } from '../../../api/api-problem.ts'
import { Field } from '../../../parts/field.tsx'
import { newDashboard as text } from '../../../text/new-dashboard.ts'
import { Preview } from './preview.tsx'
import { documentProblem, templateIn } from './template-document.ts'

interface Props {
  readonly document: string
  readonly tried: boolean
  readonly problem: ApiProblem | undefined
  readonly onType: (document: string) => void
}

/** Takes a template that is pasted, or read from a file. */
export function FromDocument({ document, tried, problem, onType }: Props) {
  const wrong = document === '' && !tried ? undefined : documentProblem(document)
  const read = async (file: File | undefined) => file && onType(await file.text())
  return (
    <>
      <Field label={text.document} hint={text.documentHint} wrong={wrong ?? (problem && refusal(problem))}>
        {(attributes) => (
          <textarea
            {...attributes}
            class="input mono json"
            rows={14}
            spellcheck={false}
            value={document}
            onInput={({ currentTarget }) => onType(currentTarget.value)}
          />
        )}
      </Field>
      <label class="row wrap small">
        <span>{text.file}</span>
        <input
          type="file"
          accept="application/json,.json"
          onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
        />
      </label>
      {document !== '' && wrong === undefined && <Preview tiles={templateIn(document).tiles} />}
    </>
  )
}

/** Returns the message of the API with the place in the document: `template__tiles__0__type` is tiles › 0 › type. */
function refusal({ message, attr }: ApiProblem): string {
  const path = attr?.replace(/^template__/, '').split('__') ?? []
  return path.length === 0 || path[0] === 'template' ? message : `${path.join(' › ')}: ${message}`
}
