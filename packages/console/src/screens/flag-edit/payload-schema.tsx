import { useEffect, useState } from 'preact/hooks'
import { Field } from '../../parts/field.tsx'
import { edit } from '../../text/flag-edit.ts'
import { type Draft, same } from './draft.ts'
import { wrongAt } from './problems.ts'
import type { SectionProps } from './section-props.ts'

type Schema = Draft['payload_schema']

/** Edits the JSON schema of payloads. Text that is not an object yet stays in the draft, which then cannot be saved. */
export function PayloadSchema({ draft, problems, change }: SectionProps) {
  const { payload_schema: schema } = draft
  const [text, setText] = useState(textOf(schema))
  useEffect(() => {
    if (!same(schemaOf(text), schema)) setText(textOf(schema))
  }, [schema])
  return (
    <Field label={edit.payloadSchema} hint={edit.payloadSchemaHint} wrong={wrongAt(problems, 'payload_schema')}>
      {(attributes) => (
        <textarea
          {...attributes}
          class="input mono"
          rows={Math.min(14, Math.max(2, text.split('\n').length))}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget: { value } }) => {
            setText(value)
            change({ payload_schema: schemaOf(value) })
          }}
        />
      )}
    </Field>
  )
}

function textOf(schema: Schema): string {
  if (schema == null) return ''
  return typeof schema === 'string' ? schema : JSON.stringify(schema, null, 2)
}

function schemaOf(text: string): Schema {
  if (text.trim() === '') return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && !Array.isArray(value) ? (value as Schema) : text
  } catch {
    return text
  }
}
