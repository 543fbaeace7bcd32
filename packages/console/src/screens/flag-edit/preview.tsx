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
  /** The effect of the edit as it is now, or of an earlier state of it while this one is being checked. */
  readonly answer: Answer | undefined
  /** Why the effect cannot be checked. */
  readonly problem: ApiProblem | undefined
  /** Whether the effect of the edit as it is now is still to come. */
  readonly isChecking: boolean
}

interface Checked {
  /** The changes that were checked. */
  readonly asked: string
  readonly answer?: Answer
  readonly problem?: ApiProblem
}

/** The effect of an edit, which is requested a moment after the edit last changed (CONSOLE-323). */
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

/** The effect of an edit. That of an earlier state is dimmed until the effect of the edit as it is now arrives. */
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
  /** Whether the flag has another key with it: who is counted is who asks for that. */
  readonly isRenamed: boolean
}

/** What an edit does to people: from what to what, and how many. */
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
