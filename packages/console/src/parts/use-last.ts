import { useRef } from 'preact/hooks'
import type { Query } from '../api/query.ts'

/** A response with the question that it belongs to. */
interface Answered<Answer> extends Query<Answer> {
  readonly question: string
}

/** Returns a query that keeps the previous data until the new response arrives, so that the layout does not jump. */
export function useLast<Answer>(query: Query<Answer>, asked: object = {}): Answered<Answer> {
  const question = JSON.stringify(asked)
  const last = useRef<{ readonly data: Answer; readonly question: string }>(undefined)
  if (query.data !== undefined) last.current = { data: query.data, question }
  if (query.data === undefined && query.problem === undefined && last.current) return { ...query, ...last.current }
  return { ...query, question }
}
