import { useState } from 'preact/hooks'
import { call, type Output } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { refresh, useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Menu } from '../../parts/menu.tsx'
import { tell } from '../../parts/toasts.tsx'
import { useDoing } from '../../parts/use-doing.ts'
import { useDraft } from '../../parts/use-draft.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { href } from '../../route.ts'
import { openProject, runsOrganization } from '../../session.ts'
import { settings, groupTypes as text } from '../../text/settings.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { Restored } from './restored.tsx'
import { Section } from './section.tsx'
import { TextField } from './text-field.tsx'

type GroupType = Output<'listGroupTypes'>[number]

/** The maximum number for a project (GROUP-1). */
const MOST = 5

/** Edits the types of groups that flags can target, such as companies. */
export function GroupTypes() {
  const types = useQuery('listGroupTypes', { params: inProject() })
  return (
    <Answered query={types} rows={3}>
      {(found) => (
        <>
          <section class="stack">
            <h2>{text.title}</h2>
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

type Action = 'rename' | 'remove'

function TypeTable({ types }: { readonly types: readonly GroupType[] }) {
  const [opened, open] = useState<{ readonly type: GroupType; readonly action: Action }>()
  const close = () => open(undefined)
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
              <span class="visually-hidden">{text.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {types.map((type) => (
            <TypeRow key={type.group_type_index} type={type} onOpen={(action) => open({ type, action })} />
          ))}
        </tbody>
      </table>
      {opened?.action === 'rename' && <RenameType type={opened.type} onClose={close} />}
      {opened?.action === 'remove' && <RemoveType type={opened.type} onClose={close} />}
    </>
  )
}

function TypeRow({ type, onOpen }: { readonly type: GroupType; readonly onOpen: (action: Action) => void }) {
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
              { label: settings.rename, onChoose: () => onOpen('rename') },
              { label: text.remove, dangerous: true, onChoose: () => onOpen('remove') },
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
      draftName={`rename-group-type:${openProject().id}:${type.group_type_index}`}
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
    <Confirm title={text.removeWhich(name)} action={text.removeAction} dangerous onConfirm={remove} onClose={onClose}>
      <p>{text.removeWhat}</p>
    </Confirm>
  )
}

const START = { name: '' }

function NewType() {
  const doing = useDoing()
  const state = useDraft(`group-type:${openProject().id}`, START)
  const add = (event: SubmitEvent) => {
    event.preventDefault()
    const { name } = state.draft
    return doing.run(async () => {
      await call('createGroupType', { params: inProject(), body: { group_type: name } })
      state.reset()
      await refresh()
      tell(text.created(name))
    })
  }
  return (
    <Section title={text.add} about={text.addAbout}>
      <form class="stack" onSubmit={add}>
        <Restored of={state} start={START} />
        <TextField
          label={settings.name}
          hint={text.nameHint}
          wrong={doing.wrong('group_type')}
          value={state.draft.name}
          required
          maxLength={200}
          onInput={(name) => state.change({ name })}
        />
        {doing.problem?.attr !== 'group_type' && <Wrong problem={doing.problem} />}
        <div>
          <button type="submit" class="button primary" disabled={doing.blocked}>
            {text.create}
          </button>
        </div>
      </form>
    </Section>
  )
}
