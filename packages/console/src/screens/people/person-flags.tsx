import { useState } from 'preact/hooks'
import { useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { href } from '../../route.ts'
import { openProject } from '../../session.ts'
import { people as text } from '../../text/people.ts'
import { whyText } from '../../text/why.ts'
import { answerText } from '../flag/explain/explained.tsx'

const STEP = 50

/** What every flag answers somebody, and why; each leads to the whole explanation. */
export function PersonFlags({ distinctId }: { readonly distinctId: string }) {
  const [limit, setLimit] = useState(STEP)
  const decisions = useQuery('listDecisions', {
    params: { project_id: openProject().id },
    query: { limit: String(limit) },
    body: { distinct_id: distinctId },
  })
  const search = new URLSearchParams({ distinct_id: distinctId })
  return (
    <section class="stack">
      <h2>{text.flags}</h2>
      <Answered query={decisions} rows={6}>
        {({ results, count }) => (
          <>
            {count === 0 && <p class="quiet">{text.noFlags}</p>}
            {count > 0 && (
              <table class="table decisions">
                <thead>
                  <tr>
                    <th scope="col">{text.columns.flag}</th>
                    <th scope="col">{text.columns.answer}</th>
                    <th scope="col">{text.columns.why}</th>
                  </tr>
                </thead>
                <tbody>
                  {results.map(({ id, key, value, ...why }) => (
                    <tr key={id}>
                      <td>
                        <a class="mono" href={`${href('flags', id, 'explain')}?${search}`}>
                          {key}
                        </a>
                      </td>
                      <td class={value === false ? 'quiet' : ''}>
                        <bdi>{answerText(value)}</bdi>
                      </td>
                      <td class="quiet small">{whyText(why)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            {count > results.length && (
              <button type="button" class="button" onClick={() => setLimit(limit + STEP)}>
                {text.moreFlags}
              </button>
            )}
          </>
        )}
      </Answered>
    </section>
  )
}
