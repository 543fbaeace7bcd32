import { useEffect, useState } from 'preact/hooks'
import { useQuery } from '../../../api/query.ts'
import { Skeleton } from '../../../parts/answered.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { openProject } from '../../../session.ts'
import { InsightAnswer } from '../answer/insight-answer.tsx'
import type { Query } from './query-source.ts'

interface Props {
  readonly query: Query
  readonly title: string
}

const SETTLED_MS = 400
/** The status of a query without a result (INSIGHT-28). */
const UNSUPPORTED = 422

/** Shows the result of a query that is not stored yet, a moment after its last change. */
export function AnswerNow({ query, title }: Props) {
  const asked = useSettled(query)
  const body = { query: asked, refresh: 'blocking' }
  const { data, problem } = useQuery('createQuery', { params: { project_id: openProject().id }, body })
  if (data)
    return <InsightAnswer title={title} height={220} insight={{ ...data, query: asked, result: data.results }} />
  if (problem?.status === UNSUPPORTED) return <InsightAnswer title={title} insight={refused(asked, problem.message)} />
  return problem ? <Problem problem={problem} /> : <Skeleton rows={5} />
}

function refused(query: Query, message: string) {
  return { query, result: null, error: { message }, approximate: false, users_coverage: null }
}

function useSettled(query: Query): Query {
  const [settled, settle] = useState(query)
  const text = JSON.stringify(query)
  useEffect(() => {
    const timer = setTimeout(() => settle(query), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
