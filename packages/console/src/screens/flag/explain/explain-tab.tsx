import { useState } from 'preact/hooks'
import { useQuery } from '../../../api/query.ts'
import { Answered } from '../../../parts/answered.tsx'
import { openProject } from '../../../session.ts'
import { explainText } from '../../../text/explain.ts'
import type { Flag } from '../flag.ts'
import { CohortsProvider, useCohorts } from './cohorts.tsx'
import { Comparison } from './comparison.tsx'
import './explain.css'
import { Explained } from './explained.tsx'
import { explanationOf, propertiesOf } from './explanation.ts'
import { OtherFlags } from './other-flags.tsx'
import { Properties } from './properties.tsx'
import { MAX_SUBJECTS, type Subject, showSubjects, subjectName, subjectsInPlace } from './subject.ts'
import { SubjectForm } from './subject-form.tsx'
import { ToChange } from './to-change.tsx'
import { useEvaluation } from './use-evaluations.ts'

interface Props {
  readonly flag: Flag
}

/** Explains the result of this flag for a user, or for several users next to each other. */
export function ExplainTab({ flag }: Props) {
  const subjects = subjectsInPlace()
  // Loaded before the form needs them: a form that is loading hides the comparison below, which then loses the focus.
  useQuery('listGroupTypes', { params: { project_id: openProject().id } })
  const [isAdding, setIsAdding] = useState(false)
  const [only] = subjects
  const compares = subjects.length > 1
  return (
    <section class="stack explain in-order">
      <h2 class="explain-title">{explainText.title}</h2>
      {subjects.length < MAX_SUBJECTS ? (
        <SubjectForm
          key={JSON.stringify([subjects, isAdding])}
          flag={flag}
          shown={subjects}
          isAdding={compares || isAdding}
          onAdd={() => setIsAdding(true)}
          onCancel={compares ? undefined : () => setIsAdding(false)}
          onShow={(shown) => {
            setIsAdding(false)
            showSubjects(shown)
          }}
        />
      ) : (
        <p class="quiet">{explainText.mostCompared(MAX_SUBJECTS)}</p>
      )}
      {!only && <p class="quiet">{explainText.hint}</p>}
      {only && !compares && <One key={subjectName(only)} flag={flag} subject={only} />}
      {compares && <Comparison flag={flag} subjects={subjects} />}
    </section>
  )
}

function One({ flag, subject }: Props & { readonly subject: Subject }) {
  const query = useEvaluation(flag, subject)
  const explanation = query.data && explanationOf(query.data.evaluation)
  const cohorts = useCohorts(explanation ? [explanation] : [])
  return (
    <CohortsProvider value={cohorts}>
      <div class="columns">
        <div class="stack flag-main">
          <Answered query={query} rows={7}>
            {(result) => <Explained flag={flag} result={result} />}
          </Answered>
        </div>
        <aside class="stack">
          {query.data && <ToChange flag={flag} result={query.data} />}
          {subject.distinctId !== '' && explanation && (
            <>
              <Properties distinctId={subject.distinctId} used={propertiesOf(explanation)} />
              <OtherFlags flag={flag} subject={subject} />
            </>
          )}
        </aside>
      </div>
    </CohortsProvider>
  )
}
