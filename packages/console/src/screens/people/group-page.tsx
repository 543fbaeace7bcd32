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
import { GroupFlags } from './group-flags.tsx'
import './people.css'
import { PropertiesCard } from './properties-card.tsx'

interface Props {
  /** Index of the group type. */
  readonly type: number
  readonly groupKey: string
}

/** Shows a group: its properties, and the result of every flag for it. */
export function GroupPage({ type, groupKey }: Props) {
  const project_id = openProject().id
  const query = { group_type_index: String(type), group_key: groupKey }
  const group = useQuery('findGroup', { params: { project_id }, query })
  const { data: types, problem } = useQuery('listGroupTypes', { params: { project_id } })
  const typeNames = types && Object.fromEntries(types.map((each) => [each.group_type_index, each.group_type]))
  const change = async (set: Readonly<Record<string, unknown>>, unset: readonly string[]) => {
    const body = { group_type_index: type, group_key: groupKey, group_properties: set as never, unset: [...unset] }
    await call('saveGroup', { params: { project_id }, body })
    await refresh('findGroup', 'listGroups', 'listDecisions')
  }
  return (
    <div class="screen">
      <p class="crumbs">
        <a href={href('people')}>{places.people}</a>
        {typeNames?.[type] !== undefined && (
          <>
            {' / '}
            <a href={`${href('people')}?type=${type}`} dir="auto">
              {typeNames[type]}
            </a>
          </>
        )}
      </p>
      {group.problem?.status !== 404 && <Head type={type} groupKey={groupKey} />}
      <Answered query={group} rows={5} from="people">
        {({ group_properties: properties, updated_at }) => (
          <div class="columns person-columns">
            {typeNames && <GroupFlags type={type} typeNames={typeNames} groupKey={groupKey} />}
            {!typeNames && !problem && <Skeleton rows={6} />}
            <PropertiesCard
              draftName={`group:${project_id}:${type}:${groupKey}`}
              properties={properties}
              onChange={change}
            >
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
      <div class="grow row wrap titled">
        <h1 class="mono long-id" dir="auto" title={groupKey}>
          {groupKey}
        </h1>
        <Copy text={groupKey} label={text.copyKey} />
      </div>
      {connected.value && (
        <Menu
          label={text.moreFor(groupKey)}
          items={[{ label: text.forgetGroup, dangerous: true, onChoose: () => setForgetting(true) }]}
        />
      )}
      {isForgetting && (
        <Confirm
          title={text.forgetTitle(groupKey)}
          action={text.forgetGroup}
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
