import { useState } from 'preact/hooks'
import type { Output } from '../../api/call.ts'
import { useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { href } from '../../route.ts'
import { openProject } from '../../session.ts'
import { people as text } from '../../text/people.ts'

export type FlagDecision = Output<'listDecisions'>['results'][number]

interface Props {
  readonly title: string
  readonly body: { readonly distinct_id: string; readonly groups?: Readonly<Record<string, string>> }
  /** Lists only flags with a condition set by this group type. */
  readonly groupType?: { readonly index: number; readonly name: string }
  /** The query of links to explanations. */
  readonly search: URLSearchParams
  /** The result and the reason of a row. */
  readonly children: (decision: FlagDecision) => {
    readonly result: string
    readonly reason: string
    readonly quiet: boolean
  }
  /** Whether the results are those of any unknown user. */
  readonly isTentative?: boolean
}

const STEP = 50

/**
 * Shows the result of every flag, or of those by a group type, with its reason. Each row links to the full explanation
 * (CONSOLE-64).
 */
export function SubjectFlags({ title, body, groupType, search, children, isTentative = false }: Props) {
  const [limit, setLimit] = useState(STEP)
  const decisions = useQuery('listDecisions', {
    params: { project_id: openProject().id },
    query: { limit: String(limit), ...(groupType && { group_type_index: String(groupType.index) }) },
    body,
  })
  return (
    <section class="stack">
      <h2>{title}</h2>
      <Answered query={decisions} rows={6}>
        {({ results, count }) => {
          const listed = results.filter(
            ({ aggregation_group_type_indexes: types }) => !groupType || types.includes(groupType.index),
          )
          return (
            <>
              {count === 0 && <p class="quiet">{text.noFlags}</p>}
              {listed.length > 0 && (
                <FlagTable decisions={listed} search={search} isTentative={isTentative}>
                  {children}
                </FlagTable>
              )}
              {/* Flags by the group type come first, so the first other flag ends the list. */}
              {groupType && listed.length < results.length && (
                <p class="quiet">{text.otherFlags(listed.length, count - listed.length, groupType.name)}</p>
              )}
              {listed.length === results.length && count > results.length && (
                <button type="button" class="button start" onClick={() => setLimit(limit + STEP)}>
                  {text.moreFlags}
                </button>
              )}
            </>
          )
        }}
      </Answered>
    </section>
  )
}

interface TableProps extends Pick<Props, 'search' | 'children'> {
  readonly decisions: readonly FlagDecision[]
  readonly isTentative: boolean
}

function FlagTable({ decisions, search, children, isTentative }: TableProps) {
  return (
    <table class={isTentative ? 'table decisions tentative' : 'table decisions'}>
      <thead>
        <tr>
          <th scope="col">{text.columns.flag}</th>
          <th scope="col" class="result">
            {text.columns.answer}
          </th>
          <th scope="col" class="why">
            {text.columns.why}
          </th>
        </tr>
      </thead>
      <tbody>
        {decisions.map((decision) => {
          const { result, reason, quiet } = children(decision)
          return (
            <tr key={decision.id}>
              <td>
                <a
                  class="mono flag-key"
                  href={`${href('flags', decision.id, 'explain')}?${search}`}
                  title={decision.key}
                >
                  {decision.key}
                </a>
              </td>
              <td class={quiet ? 'quiet' : ''}>
                <bdi>{result}</bdi>
              </td>
              <td class="quiet small">{reason}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
