import { useEffect, useState } from 'preact/hooks'
import type { ApiProblem } from '../../api/api-problem.ts'
import { call, type Output } from '../../api/call.ts'
import { notedProblem, useAttempt } from '../../api/use-attempt.ts'
import { whole } from '../../parts/number.ts'
import { openProject } from '../../session.ts'
import { edit as text } from '../../text/flag-edit.ts'
import { uncountedEffect } from '../../text/uncounted.ts'
import type { EditState } from './use-edit.ts'

type Answer = Output<'createPreview'>

const WAIT_MS = 600

/** The effect of an edit. */
export interface Impact {
  /** The effect of the current edit, or of an earlier state of it while the current one is being checked. */
  readonly answer: Answer | undefined
  /** The reason why the effect cannot be checked. */
  readonly problem: ApiProblem | undefined
  /** Whether the effect of the current edit is still being checked. */
  readonly isChecking: boolean
}

interface Checked {
  /** The changes that were checked. */
  readonly asked: string
  readonly answer?: Answer
  readonly problem?: ApiProblem
}

/** Returns the effect of an edit. It is requested a moment after the last change of the edit (CONSOLE-323). */
export function usePreview(flagId: number, { changes, problems }: Pick<EditState, 'changes' | 'problems'>): Impact {
  const [checked, setChecked] = useState<Checked>()
  const attempt = useAttempt(checked?.problem)
  const project = openProject()
  const asked = JSON.stringify(changes)
  const isWhole = problems.size === 0 && asked !== '{}'
  useEffect(() => {
    if (!isWhole) return setChecked(undefined)
    let isCurrent = true
    const timer = setTimeout(() => {
      call('createPreview', { params: { project_id: project.id, id: flagId }, body: changes }).then(
        (answer) => isCurrent && setChecked({ asked, answer }),
        (error) => isCurrent && setChecked({ asked, problem: notedProblem(error) }),
      )
    }, WAIT_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [asked, isWhole, attempt])
  return {
    answer: isWhole ? checked?.answer : undefined,
    problem: isWhole && checked?.asked === asked ? checked.problem : undefined,
    isChecking: isWhole && checked?.asked !== asked,
  }
}

interface ImpactProps {
  readonly impact: Impact
  readonly isRenamed: boolean
}

/**
 * Shows the effect of an edit. The effect of an earlier state is dimmed until the effect of the current edit arrives.
 */
export function EditImpact({ impact: { answer, problem, isChecking }, isRenamed }: ImpactProps) {
  return (
    <>
      {(isChecking || !answer) && (
        <p class="quiet small" role="status">
          {problem ? problem.message : text.checkingImpact}
        </p>
      )}
      {answer && (
        <div class={isChecking ? 'stack is-outdated' : 'stack'} aria-busy={isChecking}>
          <Preview answer={answer} isRenamed={isRenamed} />
        </div>
      )}
    </>
  )
}

interface Props {
  readonly answer: Answer
  /** Whether the edit also changes the key. The counts are about code that calls the new key. */
  readonly isRenamed: boolean
}

/** Shows the effect of an edit on users: from which value to which, and how many. */
export function Preview({ answer, isRenamed }: Props) {
  const { transitions, total, changed, counted, complete, dependants } = answer
  const moves = transitions.filter(({ from, to }) => from !== to)
  const ofGroups = answer.group_type_index !== null
  const affected = dependants.filter((each) => each.changed > 0)
  if (!counted) return <p class="quiet">{uncountedEffect(answer)}</p>
  return (
    <>
      {moves.length === 0 ? (
        <p>{(isRenamed ? text.unchangedByKey : text.unchanged)(whole(total), ofGroups)}</p>
      ) : (
        <table class="table">
          <thead>
            <tr>
              <th>{text.from}</th>
              <th>{text.to}</th>
              <th class="number">{ofGroups ? text.groupCount : text.count}</th>
            </tr>
          </thead>
          <tbody>
            {moves.map(({ from, to, count }) => (
              <tr key={`${from} ${to}`}>
                <td class="quiet">{answerName(from)}</td>
                <td>{answerName(to)}</td>
                <td class="number">{whole(count)}</td>
              </tr>
            ))}
            <tr>
              <td colSpan={2} class="quiet">
                {text.stay}
              </td>
              <td class="number">{whole(total - changed)}</td>
            </tr>
          </tbody>
        </table>
      )}
      {affected.map(({ id, key, changed: count }) => (
        <p key={id}>{text.movesToo(key, count, ofGroups)}</p>
      ))}
      {!complete && <p class="quiet small">{text.incomplete}</p>}
    </>
  )
}

const answerName = (answer: string): string => (answer === 'true' ? text.on : answer === 'false' ? text.off : answer)
