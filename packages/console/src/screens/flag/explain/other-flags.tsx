import type { Input } from '../../../api/call.ts'
import { useQuery } from '../../../api/query.ts'
import { Answered } from '../../../parts/answered.tsx'
import { href } from '../../../route.ts'
import { openProject } from '../../../session.ts'
import { explainText } from '../../../text/explain.ts'
import type { Flag } from '../flag.ts'
import { answerText } from './explained.tsx'
import type { Subject } from './subject.ts'

interface Props {
  readonly flag: Flag
  readonly subject: Subject
  readonly body: Input<'listDecisions'>['body']
}

/** As many as one looks through. */
const SHOWN = '50'

/** What all other flags answer for the same person, each leading to why. */
export function OtherFlags({ flag, subject, body }: Props) {
  const query = useQuery('listDecisions', { params: { project_id: openProject().id }, query: { limit: SHOWN }, body })
  const search = location.hash.split('?')[1]
  return (
    <section class="card stack">
      <h2 class="anywhere">{explainText.others(subject.distinctId)}</h2>
      <Answered query={query} rows={4}>
        {({ results }) => {
          const others = results.filter(({ id }) => id !== flag.id)
          if (others.length === 0) return <p class="quiet">{explainText.noOthers}</p>
          return (
            <dl class="facts">
              {others.map(({ id, key, value }) => (
                <div key={id}>
                  <dt>
                    <a class="mono clip" href={`${href('flags', id, 'explain')}?${search}`} title={key}>
                      {key}
                    </a>
                  </dt>
                  <dd class={value === false ? 'quiet' : ''}>{answerText(value)}</dd>
                </div>
              ))}
            </dl>
          )
        }}
      </Answered>
    </section>
  )
}
