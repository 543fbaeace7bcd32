import type { Output } from '../../../api/call.ts'
import { href } from '../../../route.ts'
import { explainText } from '../../../text/explain.ts'
import { canWrite, type Flag } from '../flag.ts'
import { answerText, treeOf } from './explained.tsx'

interface Props {
  readonly flag: Flag
  readonly answer: Output<'testEvaluation'>
}

/** The least that would have to be different for another answer. */
export function NearestChange({ flag, answer }: Props) {
  const change = treeOf(answer).nearest_change
  if (!change) return null
  return (
    <section class="card accent stack">
      <h2>{explainText.toChange(answer.result === false)}</h2>
      <p>{change.sentence}</p>
      <p class="quiet small">
        {explainText.wouldAnswer} <b>{answerText(change.answer)}</b>.
      </p>
      {canWrite(flag) && !flag.deleted && (
        <a class="button" href={href('flags', flag.id, 'edit')}>
          {explainText.editConditions}
        </a>
      )}
    </section>
  )
}
