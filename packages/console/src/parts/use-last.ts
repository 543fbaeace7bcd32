import { useRef } from 'preact/hooks'
import type { Query } from '../api/query.ts'

/** An answer with the question that it is the answer to. */
interface Answered<Answer> extends Query<Answer> {
  readonly question: string
}

/** A query that keeps what was answered to the question before until the new one is answered, so that nothing jumps. */
export function useLast<Answer>(query: Query<Answer>, asked: object = {}): Answered<Answer> {
  const question = JSON.stringify(asked)
  const last = useRef<{ readonly data: Answer; readonly question: string }>(undefined)
  if (query.data !== undefined) last.current = { data: query.data, question }
  if (query.data === undefined && query.problem === undefined && last.current) return { ...query, ...last.current }
  return { ...query, question }
}
