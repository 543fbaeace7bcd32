import type { Output } from '../../api/call.ts'
import { useQuery } from '../../api/query.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { whole } from '../../parts/number.ts'
import { tell } from '../../parts/toasts.tsx'
import { useDoing } from '../../parts/use-doing.ts'
import { useLast } from '../../parts/use-last.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { href } from '../../route.ts'
import { openProject } from '../../session.ts'
import { sentences } from '../../text/frame.ts'
import { people as text } from '../../text/people.ts'
import { addMember, removeMember } from '../cohorts/cohort-actions.ts'
import { FOUND_LIMIT, FoundList } from './found-list.tsx'

type Cohort = Output<'listCohorts'>['results'][number]

interface Props {
  readonly distinctId: string
  readonly onClose: () => void
}

/** Adds a user to a static cohort, which is searched by name. */
export function AddToCohort({ distinctId, onClose }: Props) {
  const doing = useDoing()
  const add = (cohort: Cohort) =>
    doing.run(async () => {
      const isNew = await addMember(cohort.id, distinctId)
      if (isNew) tell(text.addedTo(distinctId, cohort.name), () => removeMember(cohort.id, distinctId))
      else tell(text.alreadyIn(distinctId, cohort.name))
      onClose()
    })
  return (
    <Dialog title={text.addToCohortTitle(distinctId)} onClose={onClose}>
      <FoundList
        label={text.searchCohorts}
        hint={text.cohortHint}
        useFound={useStaticCohorts}
        none={
          <p class="quiet">
            {text.noLists} <a href={href('cohorts', 'new')}>{text.createCohort}</a>
          </p>
        }
        noneFound={text.noCohortFound}
      >
        {(cohort: Cohort) => (
          <li key={cohort.id}>
            <button
              type="button"
              class="menu-item"
              disabled={doing.blocked || !cohort.can_edit}
              onClick={() => void add(cohort)}
            >
              <span class="grow ellipsis" dir="auto" title={cohort.name}>
                {cohort.name}
              </span>
              <span class="quiet small">
                {cohort.can_edit ? text.users(cohort.count ?? 0, whole(cohort.count ?? 0)) : text.viewOnly}
              </span>
            </button>
          </li>
        )}
      </FoundList>
      <Wrong problem={doing.problem} />
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          {sentences.cancel}
        </button>
      </div>
    </Dialog>
  )
}

function useStaticCohorts(search: string) {
  const query = { limit: String(FOUND_LIMIT), is_static: 'true', ...(search && { search }) }
  return useLast(useQuery('listCohorts', { params: { project_id: openProject().id }, query }))
}
