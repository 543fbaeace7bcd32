import type { Change } from '../../text/flag-change.ts'
import { activityText } from '../../text/flag-page.ts'
import './difference.css'
import { type ShownLine, shortened } from './shortened.ts'

/** Shows each changed field, with the old value next to the new one. */
export function Difference({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <dl class="stack difference">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt class="mono">{field}</dt>
          <dd class="sides">
            <Side label={activityText.before} value={before} other={after} />
            <Side label={activityText.after} value={after} other={before} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface SideProps {
  readonly label: string
  readonly value: unknown
  readonly other: unknown
}

/** Shows one side. Lines that the other side does not have are marked. */
function Side({ label, value, other }: SideProps) {
  return (
    <div class="side">
      <span class="quiet small">{label}</span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard */}
      <pre class="code" tabIndex={0}>
        {shortened(linesOf(value), linesOf(other)).map((line, index) => (
          <Line key={index} line={line} />
        ))}
      </pre>
    </div>
  )
}

function Line({ line }: { readonly line: ShownLine }) {
  if ('leftOut' in line) return <span class="same">{`${activityText.leftOut(line.leftOut)}\n`}</span>
  return <span class={line.isOther ? 'other' : 'same'}>{`${line.text}\n`}</span>
}

function linesOf(value: unknown): readonly string[] {
  if (value === null || value === undefined || value === '') return [activityText.empty]
  return (typeof value === 'string' ? value : JSON.stringify(value, null, 2)).split('\n')
}
