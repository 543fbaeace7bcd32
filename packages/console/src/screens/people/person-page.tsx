import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { refresh, useQuery } from '../../api/query.ts'
import { Answered, Skeleton } from '../../parts/answered.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Copy } from '../../parts/copy.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Time } from '../../parts/time.tsx'
import { tell } from '../../parts/toasts.tsx'
import { go, href } from '../../route.ts'
import { openProject } from '../../session.ts'
import { places } from '../../text/frame.ts'
import { people as text } from '../../text/people.ts'
import { AddToCohort } from './add-to-cohort.tsx'
import './people.css'
import { PersonFlags } from './person-flags.tsx'
import { PropertiesCard } from './properties-card.tsx'
import { TargetInFlag } from './target-in-flag.tsx'

interface Props {
  readonly distinctId: string
}

/** Shows a user: the properties, and the result of every flag. */
export function PersonPage({ distinctId }: Props) {
  const { data: found, problem } = usePerson(distinctId)
  const isUnknown = found?.results.length === 0
  return (
    <div class="screen in-order">
      <p class="crumbs">
        <a href={href('people')}>{places.people}</a>
      </p>
      <Head distinctId={distinctId} isUnknown={isUnknown} />
      {!found && !problem && <Skeleton rows={6} />}
      {isUnknown && <p class="unknown-user">{text.unknown}</p>}
      <div class="columns person-columns">
        <PersonFlags distinctId={distinctId} isUnknown={isUnknown} />
        <Known distinctId={distinctId} />
      </div>
    </div>
  )
}

interface HeadProps extends Props {
  readonly isUnknown: boolean
}

function Head({ distinctId, isUnknown }: HeadProps) {
  const [opened, open] = useState<'cohort' | 'flag' | 'forget'>()
  const close = () => open(undefined)
  const forget = async () => {
    await call('destroyPerson', { params: { project_id: openProject().id, distinct_id: distinctId } })
    await refresh('listPersons')
    tell(text.forgotten(distinctId))
    go(href('people'))
  }
  return (
    <div class="head">
      <div class="grow row wrap titled">
        <h1 class="mono long-id" dir="auto" title={distinctId}>
          {distinctId}
        </h1>
        <Copy text={distinctId} label={text.copyId} />
      </div>
      {connected.value && (
        <div class="row wrap">
          <button type="button" class="button" onClick={() => open('cohort')}>
            {text.addToCohort}
          </button>
          <button type="button" class="button" onClick={() => open('flag')}>
            {text.target}
          </button>
          {!isUnknown && (
            <Menu
              label={text.moreFor(distinctId)}
              items={[{ label: text.forget, dangerous: true, onChoose: () => open('forget') }]}
            />
          )}
        </div>
      )}
      {opened === 'cohort' && <AddToCohort distinctId={distinctId} onClose={close} />}
      {opened === 'flag' && <TargetInFlag distinctId={distinctId} onClose={close} />}
      {opened === 'forget' && (
        <Confirm title={text.forgetTitle(distinctId)} action={text.forget} dangerous onConfirm={forget} onClose={close}>
          <p>{text.forgetEffect}</p>
        </Confirm>
      )}
    </div>
  )
}

/** Reads the list, which returns an empty page instead of an error for an unknown user. */
function usePerson(distinctId: string) {
  return useQuery('listPersons', { params: { project_id: openProject().id }, query: { distinct_id: distinctId } })
}

function Known({ distinctId }: Props) {
  const project_id = openProject().id
  const query = usePerson(distinctId)
  const change = async (set: Readonly<Record<string, unknown>>, unset: readonly string[]) => {
    const body = { properties: set as never, unset: [...unset] }
    await call('updatePerson', { params: { project_id, distinct_id: distinctId }, body })
    await refresh('listPersons', 'listDecisions')
  }
  return (
    <Answered query={query} rows={5}>
      {({ results }) => {
        const [person] = results
        return (
          <PropertiesCard
            draftName={`person:${project_id}:${distinctId}`}
            properties={person?.properties ?? {}}
            onChange={change}
          >
            <p class="quiet small">
              {person ? (
                <>
                  {text.changed} <Time at={person.updated_at} />
                </>
              ) : (
                text.unknownProperties
              )}
            </p>
          </PropertiesCard>
        )
      }}
    </Answered>
  )
}
