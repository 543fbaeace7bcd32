import { useQuery } from '../../../api/query.ts'
import { Answered } from '../../../parts/answered.tsx'
import { ownValue } from '../../../parts/own-value.ts'
import { href } from '../../../route.ts'
import { openProject } from '../../../session.ts'
import { explainText } from '../../../text/explain.ts'
import { resultText } from '../../../text/why.ts'
import type { Flag } from '../flag.ts'
import { bodyFor, queryOf, type Subject, typedProperties } from './subject.ts'

interface Props {
  readonly flag: Flag
  readonly subject: Subject
}

/** The number that fits next to an explanation. The page of the user shows all of them. */
const SHOWN = 8

/** Shows the results of some other flags for the same user, each with a link to its explanation. */
export function OtherFlags({ flag, subject }: Props) {
  const query = useQuery('listDecisions', {
    params: { project_id: openProject().id },
    query: { limit: String(SHOWN + 1) },
    body: bodyFor(subject, ownValue(typedProperties.value, subject.distinctId) ?? {}),
  })
  return (
    <section class="card stack">
      <h2>{explainText.otherFlags}</h2>
      <Answered query={query} rows={4}>
        {({ results }) => {
          const others = results.filter(({ id }) => id !== flag.id).slice(0, SHOWN)
          if (others.length === 0) return <p class="quiet">{explainText.noOtherFlags}</p>
          return (
            <>
              <dl class="facts">
                {others.map(({ id, key, value }) => (
                  <div key={id}>
                    <dt>
                      <a
                        class="mono other-flag"
                        href={`${href('flags', id, 'explain')}?${queryOf(subject)}`}
                        title={key}
                      >
                        {key}
                      </a>
                    </dt>
                    <dd class={value === false ? 'quiet' : ''} dir="auto">
                      {resultText(value)}
                    </dd>
                  </div>
                ))}
              </dl>
              <a class="small" href={href('people', subject.distinctId)}>
                {explainText.allFlags}
              </a>
            </>
          )
        }}
      </Answered>
    </section>
  )
}
