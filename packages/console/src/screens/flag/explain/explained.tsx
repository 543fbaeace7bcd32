import type { Output } from '../../../api/call.ts'
import { Copy } from '../../../parts/copy.tsx'
import { laidOut } from '../../../parts/laid-out.ts'
import { explainText } from '../../../text/explain.ts'
import { whyText } from '../../../text/why.ts'
import type { Flag } from '../flag.ts'
import { askingFor } from '../use-it.tsx'
import { asTest } from './as-test.ts'
import { DecisionTree } from './decision-tree.tsx'
import type { Explanation } from './explanation.ts'

type Answer = Output<'testEvaluation'>

interface Props {
  readonly flag: Flag
  readonly answer: Answer
  readonly body: { readonly distinct_id: string }
}

/** A flag's answer as a person reads it: a variant by its key, else on or off. */
export function answerText(answer: string | boolean): string {
  if (typeof answer === 'string') return answer
  return answer ? explainText.on : explainText.off
}

/** The tree of an answer: on the wire it is JSON that has this shape. */
export function treeOf(answer: Answer): Explanation {
  return answer.explanation as unknown as Explanation
}

/** The answer, why, and the way to it. */
export function Explained({ flag, answer, body }: Props) {
  const { result, payload } = answer
  const tree = treeOf(answer)
  return (
    <>
      <section class="card stack" aria-live="polite">
        <div class="row wrap answer-row">
          <p class={`explain-answer grow ${result === false ? '' : 'is-on'}`} dir="auto">
            {answerText(result)}
          </p>
          <Copy text={asTest(askingFor(flag), body, result)} label={explainText.copyTest} />
          <span title={explainText.linkHint}>
            <Copy text={location.href} label={explainText.copyLink} />
          </span>
        </div>
        <p class="reason">{whyText(answer)}</p>
        {payload !== null && (
          <div class="stack">
            <span class="label">{explainText.payload}</span>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard */}
            <pre class="code" tabIndex={0}>
              {laidOut(payload)}
            </pre>
          </div>
        )}
      </section>
      <section class="card stack" aria-label={explainText.tree}>
        <DecisionTree tree={tree} />
      </section>
    </>
  )
}
