import { Field } from '../../parts/field.tsx'
import { ownValue } from '../../parts/own-value.ts'
import { edit } from '../../text/flag-edit.ts'
import { wrongAt } from './problems.ts'
import type { SectionProps } from './section-props.ts'

interface Props extends SectionProps {
  /** Whether they are encrypted. If so, they cannot be shown. */
  readonly isSealed: boolean
}

/** Edits the JSON that is returned with the value. */
export function Payloads({ draft, problems, change, isSealed }: Props) {
  const { filters } = draft
  const variants = (filters.multivariate?.variants ?? []).map(({ key }) => key)
  const payloads = filters.payloads ?? {}
  const set = (key: string, text: string) => {
    const others = Object.entries(payloads).filter(([other]) => other !== key)
    change({ filters: { ...filters, payloads: Object.fromEntries(text === '' ? others : [...others, [key, text]]) } })
  }
  if (isSealed) return <p class="quiet">{edit.payloadsSealed}</p>
  const keys = variants.length > 0 ? [...new Set(variants)] : ['true']
  return (
    <div class="stack">
      <p class="quiet small">{edit.payloadHint}</p>
      {keys.map((key) => (
        <Field
          key={key}
          label={variants.length > 0 ? edit.payloadOf(key) : edit.payload}
          wrong={wrongAt(problems, `payloads.${key}`)}
        >
          {(attributes) => (
            <textarea
              {...attributes}
              class="input mono"
              rows={rowsFor(ownValue(payloads, key) ?? '')}
              spellcheck={false}
              value={ownValue(payloads, key) ?? ''}
              onInput={({ currentTarget }) => set(key, currentTarget.value)}
              onBlur={({ currentTarget: { value } }) => value.trim() === '' && set(key, '')}
            />
          )}
        </Field>
      ))}
    </div>
  )
}

/** The number of letters on a line of the narrowest form. */
const LINE = 60

/** Returns the number of rows of the text, including wrapped lines. */
function rowsFor(text: string): number {
  const lines =
    text.length > 14 * LINE ? 14 : text.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / LINE), 0)
  return Math.min(14, lines)
}
