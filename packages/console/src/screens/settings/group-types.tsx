import { useState } from 'preact/hooks'
import { call, type Output } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { refresh, useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Field } from '../../parts/field.tsx'
import { Menu } from '../../parts/menu.tsx'
import { tell } from '../../parts/toasts.tsx'
import { textOf, useDoing } from '../../parts/use-doing.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { href } from '../../route.ts'
import { openProject, runsOrganization } from '../../session.ts'
import { settings, groupTypes as text } from '../../text/settings.ts'
import { RenameDialog } from './rename-dialog.tsx'

type GroupType = Output<'listGroupTypes'>[number]

/** The most that a project has (GROUP-1). */
const MOST = 5

/** What else than persons flags are about: companies, teams. */
export function GroupTypes() {
  const types = useQuery('listGroupTypes', { params: inProject() })
  return (
    <Answered query={types} rows={3}>
      {(found) => (
        <>
          <section class="stack">
            <p class="quiet">{text.about}</p>
            {found.length > 0 && <TypeTable types={found} />}
            {found.length > 0 && !runsOrganization.value && <p class="quiet">{text.onlyAdmins}</p>}
          </section>
          {found.length < MOST ? <NewType /> : <p class="quiet">{text.full}</p>}
        </>
      )}
    </Answered>
  )
}

function inProject() {
  return { project_id: openProject().id }
}

function inputOf({ group_type_index }: GroupType) {
  return { params: { ...inProject(), group_type_index } }
}

interface Asked {
  readonly type: GroupType
  readonly act: 'rename' | 'remove'
}

function TypeTable({ types }: { readonly types: readonly GroupType[] }) {
  const [asked, ask] = useState<Asked>()
  const close = () => ask(undefined)
  return (
    <>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{settings.name}</th>
            <th scope="col" class="number">
              {text.index}
            </th>
            <th scope="col">
              <span class="visually-hidden">{text.changes}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {types.map((type) => (
            <TypeRow key={type.group_type_index} type={type} onAsk={(act) => ask({ type, act })} />
          ))}
        </tbody>
      </table>
      {asked?.act === 'rename' && <RenameType type={asked.type} onClose={close} />}
      {asked?.act === 'remove' && <RemoveType type={asked.type} onClose={close} />}
    </>
  )
}

function TypeRow({ type, onAsk }: { readonly type: GroupType; readonly onAsk: (act: Asked['act']) => void }) {
  const { group_type: name, group_type_index: index } = type
  return (
    <tr>
      <td>
        <a href={`${href('people')}?type=${index}`} dir="auto">
          {name}
        </a>
      </td>
      <td class="number" data-label={text.index}>
        {index}
      </td>
      <td class="number">
        {runsOrganization.value && connected.value && (
          <Menu
            label={settings.more(name)}
            items={[
              { label: settings.rename, onChoose: () => onAsk('rename') },
              { label: text.remove, dangerous: true, onChoose: () => onAsk('remove') },
            ]}
          />
        )}
      </td>
    </tr>
  )
}

interface TypeProps {
  readonly type: GroupType
  readonly onClose: () => void
}

function RenameType({ type, onClose }: TypeProps) {
  const rename = async (name: string) => {
    await call('updateGroupType', { ...inputOf(type), body: { group_type: name } })
    await refresh()
    tell(settings.saved)
  }
  const { group_type: name } = type
  return (
    <RenameDialog
      title={settings.renameWhat(name)}
      name={name}
      field="group_type"
      onRename={rename}
      onClose={onClose}
    />
  )
}

function RemoveType({ type, onClose }: TypeProps) {
  const { group_type: name } = type
  const remove = async () => {
    await call('destroyGroupType', inputOf(type))
    await refresh()
    tell(text.removed(name))
  }
  return (
    <Confirm title={text.removeWhich(name)} action={text.remove} dangerous onConfirm={remove} onClose={onClose}>
      <p>{text.removeWhat}</p>
    </Confirm>
  )
}

function NewType() {
  const doing = useDoing()
  const add = (event: SubmitEvent) => {
    const name = textOf(event)('name')
    const form = event.currentTarget as HTMLFormElement // the form below
    return doing.run(async () => {
      await call('createGroupType', { params: inProject(), body: { group_type: name } })
      form.reset()
      await refresh()
      tell(text.added(name))
    })
  }
  return (
    <section class="stack">
      <h2>{text.add}</h2>
      <form class="form" onSubmit={add}>
        <Field label={settings.name} hint={text.nameHint} wrong={doing.wrong('group_type')}>
          {(attributes) => <input {...attributes} class="input" dir="auto" name="name" required maxLength={200} />}
        </Field>
        {doing.problem?.attr !== 'group_type' && <Wrong problem={doing.problem} />}
        <button type="submit" class="button primary" disabled={doing.blocked}>
          {text.create}
        </button>
      </form>
    </section>
  )
}
