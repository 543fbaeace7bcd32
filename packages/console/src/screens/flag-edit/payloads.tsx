import { Field } from '../../parts/field.tsx'
import { edit } from '../../text/flag-edit.ts'
import { wrongAt } from './problems.ts'
import type { SectionProps } from './section-props.ts'

interface Props extends SectionProps {
  /** Whether they are encrypted, so that nobody is shown them. */
  readonly isSealed: boolean
}

/** What code gets along with an answer, as JSON. */
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
              rows={Math.min(14, Math.max(1, (payloads[key] ?? '').split('\n').length))}
              spellcheck={false}
              value={payloads[key] ?? ''}
              onInput={({ currentTarget }) => set(key, currentTarget.value)}
              onBlur={({ currentTarget: { value } }) => value.trim() === '' && set(key, '')}
            />
          )}
        </Field>
      ))}
    </div>
  )
}
