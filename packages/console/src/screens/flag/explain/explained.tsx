import { Copy } from '../../../parts/copy.tsx'
import { laidOut } from '../../../parts/laid-out.ts'
import { href } from '../../../route.ts'
import { explainText } from '../../../text/explain.ts'
import { resultText, whyText } from '../../../text/why.ts'
import type { Flag } from '../flag.ts'
import { askingFor } from '../use-it.tsx'
import { asTest } from './as-test.ts'
import { EvaluationSteps } from './evaluation-steps.tsx'
import { explanationOf } from './explanation.ts'
import { emailOf, type SubjectEvaluation } from './use-evaluations.ts'

interface Props {
  readonly flag: Flag
  readonly result: SubjectEvaluation
}

/** Shows the result for one subject, the reason, and the steps that led to it. */
export function Explained({ flag, result: { subject, body, evaluation, user, isUnknown } }: Props) {
  const { result, payload } = evaluation
  const look = isUnknown ? 'is-tentative' : result === false ? '' : 'is-on'
  return (
    <>
      <section class="card stack" aria-live="polite">
        {subject.distinctId !== '' && (
          <p class="small explained-user">
            <a class="mono" href={href('people', subject.distinctId)} title={subject.distinctId}>
              <bdi>{subject.distinctId}</bdi>
            </a>
            {user && emailOf(user) && <bdi class="quiet">{emailOf(user)}</bdi>}
          </p>
        )}
        {isUnknown && <p class="no-profile">{explainText.unknown}</p>}
        <div class="row wrap answer-row">
          <p class={`explain-answer grow ${look}`} dir="auto">
            {resultText(result)}
          </p>
          <Copy text={asTest(askingFor(flag), body, result)} label={explainText.copyTest} />
          <span title={explainText.linkHint}>
            <Copy text={location.href} label={explainText.copyLink} />
          </span>
        </div>
        <p class="reason">{whyText(evaluation)}</p>
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
      <section class="card stack" aria-label={explainText.steps}>
        <EvaluationSteps explanation={explanationOf(evaluation)} />
      </section>
    </>
  )
}
