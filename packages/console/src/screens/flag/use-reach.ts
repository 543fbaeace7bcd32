import { useEffect, useState } from 'preact/hooks'
import type { ApiProblem } from '../../api/api-problem.ts'
import { callUntil, type Output } from '../../api/call.ts'
import { notedProblem, useAttempt } from '../../api/use-attempt.ts'
import { type Flag, inputOf } from './flag.ts'

type Preview = Output<'createPreview'>

export interface Reach {
  readonly preview?: Preview
  /** The reason why the API does not count. */
  readonly problem?: string
}

interface Counted {
  readonly preview?: Preview
  readonly problem?: ApiProblem
}

/**
 * Whether the users of a flag can be counted. Evaluation does not support deleted flags and encrypted payloads
 * (IMPACT-15).
 */
export function isCountable({ deleted, archived, has_encrypted_payloads: isEncrypted }: Flag): boolean {
  return !deleted && !archived && isEncrypted !== true
}

/**
 * Returns how many known users all condition sets of a flag reach together, or would reach if the flag were on
 * (IMPACT-33). Each version of the flag is counted only once, not for each change in the project, because a count
 * evaluates every stored user.
 */
export function useReach(flag: Flag): Reach {
  const [{ preview, problem }, setReach] = useState<Counted>({})
  const attempt = useAttempt(problem)
  const isCounted = isCountable(flag)
  useEffect(() => {
    if (!isCounted) return setReach({})
    const left = new AbortController()
    const body = flag.active ? {} : { active: true }
    callUntil(left.signal, 'createPreview', { ...inputOf(flag.id), body }).then(
      (preview) => setReach({ preview }),
      (error) => left.signal.aborted || setReach({ problem: notedProblem(error) }),
    )
    return () => left.abort()
  }, [flag.id, flag.version, isCounted, attempt])
  return { ...(preview && { preview }), ...(problem && { problem: problem.message }) }
}
