import { useQuery } from '../../../api/query.ts'
import { Answered } from '../../../parts/answered.tsx'
import { explainText } from '../../../text/explain.ts'
import { type Flag, inputOf } from '../flag.ts'
import './explain.css'
import { Explained } from './explained.tsx'
import { NearestChange } from './nearest-change.tsx'
import { OtherFlags } from './other-flags.tsx'
import { Properties } from './properties.tsx'
import { bodyFor, subjectInPlace, typedProperties } from './subject.ts'
import { SubjectForm } from './subject-form.tsx'

/** Why somebody gets what they get from this flag. */
export function ExplainTab({ flag }: { readonly flag: Flag }) {
  const subject = subjectInPlace()
  const body = bodyFor(subject, typedProperties.value[subject.distinctId] ?? {})
  const asked = subject.distinctId !== ''
  const query = useQuery('testEvaluation', asked ? { ...inputOf(flag.id), body } : null)
  return (
    <div class="stack explain">
      <h2 class="explain-title">{explainText.title}</h2>
      <SubjectForm key={subject.distinctId} subject={subject} />
      {asked ? (
        <div class="columns">
          <div class="stack flag-main">
            <Answered query={query} rows={7}>
              {(answer) => <Explained flag={flag} answer={answer} body={body} />}
            </Answered>
          </div>
          <aside class="stack">
            {query.data && <NearestChange flag={flag} answer={query.data} />}
            <Properties key={subject.distinctId} distinctId={subject.distinctId} />
            <OtherFlags flag={flag} subject={subject} body={body} />
          </aside>
        </div>
      ) : (
        <p class="quiet">{explainText.empty}</p>
      )}
    </div>
  )
}
