import { useEffect, useState } from 'preact/hooks'
import { call, type Output } from '../../api/call.ts'
import { whole } from '../../parts/number.ts'
import { openProject } from '../../session.ts'
import { edit as text } from '../../text/flag-edit.ts'
import { uncountedEffect } from '../../text/uncounted.ts'
import type { EditState } from './use-edit.ts'

type Answer = Output<'createPreview'>

const WAIT_MS = 600

/** Whose answers an edit would change, a moment after it last changed; undefined: not known. */
export function usePreview(
  flagId: number,
  { changes, problems }: Pick<EditState, 'changes' | 'problems'>,
): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>()
  const project = openProject()
  const asked = JSON.stringify(changes)
  const isWhole = problems.size === 0 && asked !== '{}'
  useEffect(() => {
    if (!isWhole) return setAnswer(undefined)
    let isCurrent = true
    const timer = setTimeout(() => {
      call('createPreview', { params: { project_id: project.id, id: flagId }, body: changes }).then(
        (found) => isCurrent && setAnswer(found),
        () => isCurrent && setAnswer(undefined), // saving says what is wrong with it
      )
    }, WAIT_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [asked, isWhole])
  return answer
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
        <p key={id}>{text.movesToo(key, whole(count))}</p>
      ))}
      {!complete && <p class="quiet small">{text.incomplete}</p>}
    </>
  )
}

const answerName = (answer: string): string => (answer === 'true' ? text.on : answer === 'false' ? text.off : answer)
