import { connected } from '../../../api/connection.ts'
import { ownValue } from '../../../parts/own-value.ts'
import { cohorts as text } from '../../../text/cohorts.ts'
import type { Cohort } from '../cohort.ts'
import { bodyOf, type CohortDraft, draftOf } from './draft.ts'

interface Props {
  readonly draft: CohortDraft
  readonly theirs: Cohort
  /** The names in the API of the fields that both users changed. */
  readonly fields: readonly string[]
  readonly onKeep: () => void
  readonly onTake: () => void
}

/** Shows both values of each conflicting field, side by side. The user chooses one side. */
export function CohortConflict({ draft, theirs, fields, onKeep, onTake }: Props) {
  const [mine, other] = [bodyOf(draft), bodyOf(draftOf(theirs))].map((body): Readonly<Record<string, unknown>> => body)
  return (
    <section class="card warn stack" role="alert">
      <h2>{text.conflict}</h2>
      <p>{text.conflictHint}</p>
      {fields.map((field) => (
        <div key={field} class="pair">
          <Side title={text.theirs(ownValue(text.fieldNames, field) ?? field)} value={other?.[field]} />
          <Side title={text.mine(ownValue(text.fieldNames, field) ?? field)} value={mine?.[field]} />
        </div>
      ))}
      <div class="row wrap">
        <button type="button" class="button" onClick={onTake}>
          {text.takeTheirs}
        </button>
        <button type="button" class="button" disabled={!connected.value} onClick={onKeep}>
          {text.keepMine}
        </button>
      </div>
    </section>
  )
}

function Side({ title, value }: { readonly title: string; readonly value: unknown }) {
  return (
    <div class="stack tight">
      <span class="label">{title}</span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard */}
      <pre class="code" tabIndex={0} dir="auto">
        {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
      </pre>
    </div>
  )
}
