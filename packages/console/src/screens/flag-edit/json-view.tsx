import { useState } from 'preact/hooks'
import { Field } from '../../parts/field.tsx'
import { edit } from '../../text/flag-edit.ts'
import { fieldsIn, says, wrongWithJson } from './draft-json.ts'
import type { SectionProps } from './section-props.ts'
import './json-view.css'

interface Props extends SectionProps {
  readonly json?: string | undefined
  readonly keepJson: (json: string | undefined) => void
}

/** Shows the flag as JSON. Valid text changes the form immediately; invalid text is stored until it is corrected. */
export function JsonView({ draft, json, change, keepJson, problems }: Props) {
  const [typed, setTyped] = useState('')
  const text = json ?? (says(typed, draft) ? typed : JSON.stringify(draft, null, 2))
  const wrong = problems.get('json') ?? [...problems.values()][0]
  const type = (written: string) => {
    const isRight = wrongWithJson(written) === undefined
    setTyped(written)
    keepJson(isRight ? undefined : written)
    if (isRight) change(fieldsIn(written, draft))
  }
  return (
    <Field label={edit.jsonLabel} hint={edit.jsonHint} wrong={wrong}>
      {(attributes) => (
        <textarea
          {...attributes}
          class="input mono json json-edit"
          rows={28}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
      )}
    </Field>
  )
}
