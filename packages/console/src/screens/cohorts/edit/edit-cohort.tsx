import { call } from '../../../api/call.ts'
import { refresh, useQuery } from '../../../api/query.ts'
import { Answered } from '../../../parts/answered.tsx'
import { tell } from '../../../parts/toasts.tsx'
import { go, href } from '../../../route.ts'
import { cohorts as text } from '../../../text/cohorts.ts'
import { places } from '../../../text/frame.ts'
import { type Cohort, inputOf } from '../cohort.ts'
import { UsedBy } from '../used-by.tsx'
import { CohortForm } from './cohort-form.tsx'
import { type CohortEdit, changesOf, draftOf } from './draft.ts'

/** Shows the screen that edits a cohort: `cohorts/ID/edit`. */
export function EditCohort({ id }: { readonly id: number }) {
  const query = useQuery('retrieveCohort', inputOf(id))
  return (
    <div class="screen">
      <nav class="crumbs" aria-label={text.where}>
        <a href={href('cohorts')}>{places.cohorts}</a> / <a href={href('cohorts', id)}>{query.data?.name ?? id}</a>
      </nav>
      <Answered query={query} rows={8} from="cohorts">
        {(cohort) => <Edit key={cohort.id} cohort={cohort} />}
      </Answered>
    </div>
  )
}

function Edit({ cohort }: { readonly cohort: Cohort }) {
  const back = () => go(href('cohorts', cohort.id))
  const save = async ({ draft, read, version }: CohortEdit) => {
    await call('updateCohort', { ...inputOf(cohort.id), body: { ...changesOf(draft, read), version } })
    await refresh()
    tell(text.saved(draft.name))
    back()
  }
  return (
    <>
      <h1>{text.editTitle}</h1>
      {!cohort.can_edit && <p class="card notice">{text.mayNot}</p>}
      <div class="columns cohort-columns">
        <CohortForm
          id={cohort.id}
          start={draftOf(cohort)}
          version={cohort.version}
          mayWrite={cohort.can_edit}
          onSave={save}
          onDiscard={back}
        />
        <section class="card stack beside-form">
          <h2>{text.usedBy}</h2>
          <UsedBy id={cohort.id} />
        </section>
      </div>
    </>
  )
}
