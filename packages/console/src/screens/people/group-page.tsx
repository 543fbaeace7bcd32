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
import { PropertiesCard } from './properties-card.tsx'

interface Props {
  /** Index of the group type. */
  readonly type: number
  readonly groupKey: string
}

/** One group: what is known about it. */
export function GroupPage({ type, groupKey }: Props) {
  const project_id = openProject().id
  const query = { group_type_index: String(type), group_key: groupKey }
  const group = useQuery('findGroup', { params: { project_id }, query })
  const change = async (set: Readonly<Record<string, unknown>>, unset: readonly string[]) => {
    const body = { group_type_index: type, group_key: groupKey, group_properties: set as never, unset: [...unset] }
    await call('saveGroup', { params: { project_id }, body })
    await refresh('findGroup', 'listGroups')
  }
  return (
    <div class="screen reading">
      <p class="crumbs">
        <a href={`${href('people')}?type=${type}`}>{places.people}</a>
      </p>
      {group.problem?.status !== 404 && <Head type={type} groupKey={groupKey} />}
      <Answered query={group} rows={5} from="people">
        {({ group_properties: properties, updated_at }) => (
          <div class="person-columns">
            <PropertiesCard properties={properties} onChange={change}>
              <p class="quiet small">
                {text.changed} <Time at={updated_at} />
              </p>
            </PropertiesCard>
          </div>
        )}
      </Answered>
    </div>
  )
}

function Head({ type, groupKey }: Props) {
  const [isForgetting, setForgetting] = useState(false)
  const forget = async () => {
    const params = { project_id: openProject().id, group_type_index: type, group_key: groupKey }
    await call('destroyGroup', { params })
    await refresh('listGroups')
    tell(text.forgotten(groupKey))
    go(`${href('people')}?type=${type}`)
  }
  return (
    <div class="head">
      <h1 class="grow mono" dir="auto">
        {groupKey}
      </h1>
      {connected.value && (
        <Menu
          label={text.moreFor(groupKey)}
          items={[{ label: text.forget, dangerous: true, onChoose: () => setForgetting(true) }]}
        />
      )}
      {isForgetting && (
        <Confirm
          title={text.forgetTitle(groupKey)}
          action={text.forget}
          dangerous
          onConfirm={forget}
          onClose={() => setForgetting(false)}
        >
          <p>{text.forgetGroupEffect}</p>
        </Confirm>
      )}
    </div>
  )
}
