import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { refresh, useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Time } from '../../parts/time.tsx'
import { tell } from '../../parts/toasts.tsx'
import { go, href } from '../../route.ts'
import { openProject } from '../../session.ts'
import { places } from '../../text/frame.ts'
import { people as text } from '../../text/people.ts'
import './people.css'
import { PersonFlags } from './person-flags.tsx'
import { PropertiesCard } from './properties-card.tsx'

interface Props {
  readonly distinctId: string
}

/** One person: what is known, and what every flag answers them. */
export function PersonPage({ distinctId }: Props) {
  return (
    <div class="screen reading">
      <p class="crumbs">
        <a href={href('people')}>{places.people}</a>
      </p>
      <Head distinctId={distinctId} />
      <Stranger distinctId={distinctId} />
      <div class="columns person-columns">
        <PersonFlags distinctId={distinctId} />
        <Known distinctId={distinctId} />
      </div>
    </div>
  )
}

function Head({ distinctId }: Props) {
  const [isForgetting, setForgetting] = useState(false)
  const forget = async () => {
    await call('destroyPerson', { params: { project_id: openProject().id, distinct_id: distinctId } })
    await refresh('listPersons')
    tell(text.forgotten(distinctId))
    go(href('people'))
  }
  return (
    <div class="head">
      <h1 class="grow mono" dir="auto">
        {distinctId}
      </h1>
      {connected.value && (
        <Menu
          label={text.moreFor(distinctId)}
          items={[{ label: text.forget, dangerous: true, onChoose: () => setForgetting(true) }]}
        />
      )}
      {isForgetting && (
        <Confirm
          title={text.forgetTitle(distinctId)}
          action={text.forget}
          dangerous
          onConfirm={forget}
          onClose={() => setForgetting(false)}
        >
          <p>{text.forgetEffect}</p>
        </Confirm>
      )}
    </div>
  )
}

/** By a list, which answers with nobody where there is nobody. */
function usePerson(distinctId: string) {
  return useQuery('listPersons', { params: { project_id: openProject().id }, query: { distinct_id: distinctId } })
}

/** Flags answer anybody, so there is something to show of who is not known too. */
function Stranger({ distinctId }: Props) {
  if (usePerson(distinctId).data?.results.length !== 0) return null
  return (
    <section class="card notice stack tight">
      <h2>{text.unknown}</h2>
      <p>
        {text.unknownHint} <a href={href('people')}>{text.toPeople}</a>
      </p>
    </section>
  )
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
          <PropertiesCard properties={person?.properties ?? {}} onChange={change}>
            {person && (
              <p class="quiet small">
                {text.changed} <Time at={person.updated_at} />
              </p>
            )}
          </PropertiesCard>
        )
      }}
    </Answered>
  )
}
