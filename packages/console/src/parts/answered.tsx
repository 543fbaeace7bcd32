import type { ComponentChildren } from 'preact'
import type { Query } from '../api/query.ts'
import { sentences } from '../text/frame.ts'
import { Missing, type MissingFrom } from './missing.tsx'
import { Problem } from './problem.tsx'

interface Props<Answer> {
  readonly query: Query<Answer>
  /** The number of rows of the skeleton that reserves the place. */
  readonly rows?: number
  /** The list that would contain what the address names. For data that fills a page. */
  readonly from?: MissingFrom
  readonly children: (answer: Answer) => ComponentChildren
}

/** Shows the data of a query once it is loaded; until then a skeleton, and an error if the request failed. */
export function Answered<Answer>({ query: { data, problem }, rows = 6, from, children }: Props<Answer>) {
  if (data !== undefined) return <>{children(data)}</>
  if (problem?.status === 404 && from) return <Missing from={from} />
  if (problem) return <Problem problem={problem} />
  return <Skeleton rows={rows} />
}

export function Skeleton({ rows }: { readonly rows: number }) {
  return (
    <div class="stack" role="status" aria-label={sentences.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} class="skeleton" style={{ width: `${90 - ((row * 17) % 50)}%`, margin: '14px 0' }} />
      ))}
    </div>
  )
}
