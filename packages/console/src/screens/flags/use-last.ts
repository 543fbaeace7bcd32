import { useRef } from 'preact/hooks'
import type { Query } from '../../api/query.ts'

/** A query that keeps what was answered to the question before until the new one is answered, so that nothing jumps. */
export function useLast<Answer>(query: Query<Answer>): Query<Answer> {
  const last = useRef<Answer>(undefined)
  if (query.data !== undefined) last.current = query.data
  if (query.data === undefined && query.problem === undefined) return { ...query, data: last.current }
  return query
}
