import { call } from '../../../api/call.ts'
import { refresh } from '../../../api/query.ts'
import { tell } from '../../../parts/toasts.tsx'
import { go, href } from '../../../route.ts'
import { openProject } from '../../../session.ts'
import { cohorts as text } from '../../../text/cohorts.ts'
import { places } from '../../../text/frame.ts'
import { CohortForm } from './cohort-form.tsx'
import { BLANK, bodyOf, type CohortEdit } from './draft.ts'

/** Shows the screen that creates a cohort: `cohorts/new`. */
export function NewCohort() {
  const save = async ({ draft }: CohortEdit) => {
    const body = { ...bodyOf(draft), is_static: draft.isStatic }
    const cohort = await call('createCohort', { params: { project_id: openProject().id }, body })
    void refresh('listCohorts')
    tell(text.made(cohort.name))
    go(href('cohorts', cohort.id))
  }
  return (
    <div class="screen">
      <nav class="crumbs" aria-label={text.where}>
        <a href={href('cohorts')}>{places.cohorts}</a>
      </nav>
      <div class="head">
        <h1>{text.create}</h1>
      </div>
      <CohortForm id="new" start={BLANK} onSave={save} onDiscard={() => go(href('cohorts'))} />
    </div>
  )
}
