import { useEffect, useState } from 'preact/hooks'
import { connected } from '../../../api/connection.ts'
import { useQuery } from '../../../api/query.ts'
import { draftNames } from '../../../drafts.ts'
import { Answered } from '../../../parts/answered.tsx'
import { referencesOf, useConditionNames } from '../../../parts/conditions/condition-sources.ts'
import { countReach, type Reach } from '../../../parts/conditions/count-reach.ts'
import { Crumbs } from '../../../parts/crumbs.tsx'
import { Menu, type MenuItem } from '../../../parts/menu.tsx'
import { whole } from '../../../parts/number.ts'
import { Time } from '../../../parts/time.tsx'
import { Unsaved } from '../../../parts/unsaved.tsx'
import { go, href, newFlagHref } from '../../../route.ts'
import { openProject } from '../../../session.ts'
import { cohorts as text } from '../../../text/cohorts.ts'
import { versions } from '../../../text/versions.ts'
import { personName } from '../../flag/flag.ts'
import { type Cohort, inputOf } from '../cohort.ts'
import { restoreCohort } from '../cohort-actions.ts'
import { kindOf } from '../cohort-list.tsx'
import '../cohorts.css'
import { DeleteCohort } from '../delete-cohort.tsx'
import { criteriaOf } from '../edit/criteria.ts'
import { editName } from '../edit/draft.ts'
import { criteriaSentences } from '../edit/group-sentence.ts'
import { UsedBy } from '../used-by.tsx'
import { CohortHistory } from './cohort-history.tsx'
import { Members } from './members.tsx'

/** Shows one cohort: its users, and the flags and cohorts that depend on it. */
export function CohortPage({ id }: { readonly id: number }) {
  const query = useQuery('retrieveCohort', inputOf(id))
  return (
    <div class="screen">
      <Crumbs list="cohorts" deleted={query.data?.deleted} />
      <Answered query={query} rows={8} from="cohorts">
        {(cohort) => <Page cohort={cohort} />}
      </Answered>
    </div>
  )
}

function Page({ cohort }: { readonly cohort: Cohort }) {
  return (
    <div class="stack">
      <Head cohort={cohort} />
      <div class="columns cohort-columns">
        {cohort.is_static ? <Members cohort={cohort} /> : <Rule cohort={cohort} />}
        <section class="card stack">
          <h2>{text.usedBy}</h2>
          <UsedBy id={cohort.id} />
          {connected.value && !cohort.deleted && (
            <div class="row">
              <a class="button" href={newFlagHref({ cohort: cohort.id })}>
                {text.newFlag}
              </a>
            </div>
          )}
        </section>
      </div>
    </div>
  )
}

function Head({ cohort }: { readonly cohort: Cohort }) {
  const [opened, open] = useState<'history' | 'delete' | null>(null)
  const { name, description, deleted, created_by, created_at } = cohort
  const mayWrite = connected.value && cohort.can_edit
  const menu: MenuItem[] = [
    { label: versions.title, onChoose: () => open('history') },
    ...(mayWrite && !deleted ? [{ label: text.delete, onChoose: () => open('delete') }] : []),
  ]
  return (
    <header class="stack tight">
      <div class="head">
        <h1 class="grow clamped" dir="auto" title={name}>
          {name}
        </h1>
        {mayWrite && !deleted && (
          <a class="button primary" href={href('cohorts', cohort.id, 'edit')}>
            {draftNames.value.has(editName(cohort.id)) ? text.continueEditing : text.edit}
          </a>
        )}
        <Menu label={text.more(name)} items={menu} />
      </div>
      {description && <p dir="auto">{description}</p>}
      <Unsaved name={editName(cohort.id)} href={href('cohorts', cohort.id, 'edit')} />
      <p class="quiet small">
        {kindOf(cohort)}. {text.madeBy(personName(created_by))} <Time at={created_at} />
      </p>
      {!cohort.can_edit && <p class="card notice">{text.mayNot}</p>}
      {deleted && (
        <div class="card warn row wrap">
          <span class="grow">{text.isDeleted}</span>
          {mayWrite && (
            <button type="button" class="button" onClick={() => void restoreCohort(cohort)}>
              {text.restore}
            </button>
          )}
        </div>
      )}
      {opened === 'history' && <CohortHistory cohort={cohort} onClose={() => open(null)} />}
      {opened === 'delete' && (
        <DeleteCohort cohort={cohort} onDone={() => go(href('cohorts'))} onClose={() => open(null)} />
      )}
    </header>
  )
}

function Rule({ cohort }: { readonly cohort: Cohort }) {
  const criteria = criteriaOf(cohort)
  const { names } = useConditionNames(referencesOf(criteria?.values.flatMap(({ values }) => values) ?? []))
  const counted = useMatches(cohort)
  return (
    <section class="card stack">
      <h2>{text.whoIsIn}</h2>
      {criteria ? (
        <ol class="stack tight cohort-rule">
          {criteriaSentences(criteria, names).map((sentence, index) => (
            <li key={sentence}>
              {index > 0 && <span class="quiet small">{text.joiners[criteria.type]} </span>}
              <bdi>{sentence}</bdi>
            </li>
          ))}
        </ol>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard
        <pre class="code" tabIndex={0}>
          {JSON.stringify(cohort.filters.properties, null, 2)}
        </pre>
      )}
      {counted && counted.total > 0 && <p class="quiet">{text.reach(whole(counted.affected), whole(counted.total))}</p>}
    </section>
  )
}

/** Returns how many of the stored users are in a cohort. Members of a deleted cohort are not counted. */
function useMatches({ id, version, deleted }: Cohort): Reach['counted'] {
  const [reach, setReach] = useState<Reach>({})
  const project = openProject().id
  useEffect(() => {
    if (deleted) return setReach({})
    let isCurrent = true
    const properties = [{ key: 'id', type: 'cohort', operator: 'in', value: id } as const]
    void countReach(project, { condition: { properties } }).then((found) => {
      if (isCurrent) setReach(found)
    })
    return () => {
      isCurrent = false
    }
  }, [id, version, deleted])
  return reach.counted
}
