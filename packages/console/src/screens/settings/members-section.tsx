import { useState } from 'preact/hooks'
import { problemOf } from '../../api/api-problem.ts'
import { call, type Output } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { refresh, useQuery } from '../../api/query.ts'
import { usePolling } from '../../api/use-polling.ts'
import { Answered } from '../../parts/answered.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Menu } from '../../parts/menu.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { Time } from '../../parts/time.tsx'
import { tell } from '../../parts/toasts.tsx'
import { useLast } from '../../parts/use-last.ts'
import { place, setQuery } from '../../route.ts'
import { runsOrganization, session } from '../../session.ts'
import { levels } from '../../text/levels.ts'
import { settings, members as text } from '../../text/settings.ts'
import { AccessDialog } from './access-dialog.tsx'
import { memberLevels } from './access-options.ts'
import { Cut } from './cut.tsx'
import { InviteMembers } from './invite-members.tsx'
import { inOrganization, nameOf, organizationName, ownLevel, PAGE } from './organization.ts'
import { PendingInvitations } from './pending-invitations.tsx'

type Member = Output<'listMembers'>['results'][number]
type Action = 'access' | 'remove'

export function MembersSection() {
  const search = place.value.query.get('search') ?? ''
  const query = { limit: PAGE, ...(search && { search }) }
  const members = useLast(useQuery('listMembers', { params: inOrganization(), query }), query)
  const roles = useRoles()
  usePolling(() => void refresh('listMembers', 'listInvitations', 'listRoles'), false)
  return (
    <section class="stack in-order">
      <div class="head">
        <h2 class="grow">{text.title}</h2>
        {runsOrganization.value && <InviteMembers />}
      </div>
      <p class="quiet">
        {text.about(organizationName())} {!runsOrganization.value && settings.onlyAdmins}
      </p>
      {runsOrganization.value && <PendingInvitations />}
      <div class="row wrap list-filters">
        <SearchBox search={search} label={text.search} hint={text.searchHint} />
        {members.data && <span class="quiet small">{text.count(members.data.count)}</span>}
      </div>
      <Answered query={areKnown(roles) ? members : { ...members, data: undefined }}>
        {(found) =>
          found.results.length === 0 ? (
            <NoMatch search={search} />
          ) : (
            <>
              <MemberTable members={found.results} />
              <Cut of={found} />
            </>
          )
        }
      </Answered>
    </section>
  )
}

function useRoles() {
  return useQuery('listRoles', { params: inOrganization(), query: { limit: PAGE } })
}

/** Whether roles are loaded. Their names make rows taller, so the rows are shown together with them. */
const areKnown = ({ data, problem }: ReturnType<typeof useRoles>): boolean =>
  data !== undefined || problem !== undefined

function NoMatch({ search }: { readonly search: string }) {
  return (
    <div class="stack" role="status">
      <p>{text.noMatch(search)}</p>
      <div>
        <button type="button" class="button" onClick={() => setQuery({ search: null })}>
          {text.clear}
        </button>
      </div>
    </div>
  )
}

function MemberTable({ members }: { readonly members: readonly Member[] }) {
  const roles = useRoles()
  const [opened, open] = useState<{ readonly member: Member; readonly action: Action }>()
  const rolesOf = (uuid: string) =>
    roles.data?.results.filter(({ members }) => members.some(({ user }) => user.uuid === uuid)).map(({ name }) => name)
  const close = () => open(undefined)
  return (
    <>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{text.person}</th>
            <th scope="col">{text.level}</th>
            <th scope="col">{text.roles}</th>
            <th scope="col" class="joined">
              {text.joined}
            </th>
            <th scope="col">{text.lastSeen}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              roles={rolesOf(member.user.uuid)}
              onOpen={(action) => open({ member, action })}
            />
          ))}
        </tbody>
      </table>
      {opened?.action === 'access' && <ChangeAccess member={opened.member} onClose={close} />}
      {opened?.action === 'remove' && <RemoveMember member={opened.member} onClose={close} />}
    </>
  )
}

interface RowProps {
  readonly member: Member
  /** Names; undefined while they are loading. */
  readonly roles: readonly string[] | undefined
  readonly onOpen: (action: Action) => void
}

function MemberRow({ member, roles, onOpen }: RowProps) {
  const { user } = member
  const own = user.uuid === session.value?.user.uuid
  const mayChange = runsOrganization.value && !own && member.level <= ownLevel()
  return (
    <tr>
      <td>
        <bdi>{nameOf(user)}</bdi> {own && <span class="tag">{text.you}</span>}
        {nameOf(user) !== user.email && <div class="quiet small">{user.email}</div>}
      </td>
      <td class="short" data-label={text.level}>
        {levels[member.level]}
      </td>
      <td data-label={text.roles}>
        <RoleNames names={roles} />
      </td>
      <td class="short joined" data-label={text.joined}>
        <Time at={member.joined_at} />
      </td>
      <td class="short" data-label={text.lastSeen}>
        {member.last_seen_at === null ? text.neverSeen : <Time at={member.last_seen_at} />}
      </td>
      <td class="number">
        {mayChange && connected.value && (
          <Menu
            label={settings.more(nameOf(user))}
            items={[
              { label: settings.changeAccess, onChoose: () => onOpen('access') },
              { label: text.signOut, onChoose: () => void signOutEverywhere(member) },
              { label: text.remove, dangerous: true, onChoose: () => onOpen('remove') },
            ]}
          />
        )}
      </td>
    </tr>
  )
}

function RoleNames({ names }: { readonly names: readonly string[] | undefined }) {
  if (names?.length === 0) return <span class="quiet">{text.noRoles}</span>
  return (
    <>
      {names?.map((name, position) => (
        <span key={name}>
          {position > 0 && ', '}
          <bdi>{name}</bdi>
        </span>
      ))}
    </>
  )
}

interface DialogProps {
  readonly member: Member
  readonly onClose: () => void
}

function ChangeAccess({ member: { user, level }, onClose }: DialogProps) {
  const name = nameOf(user)
  const save = async (chosen: number) => {
    const params = { ...inOrganization(), user_uuid: user.uuid }
    await call('updateMember', { params, body: { level: chosen as 1 | 8 | 15 } }) // one of the options
    await refresh('listMembers')
    tell(text.levelIs(name, levels[chosen] ?? ''))
  }
  return (
    <AccessDialog
      title={text.accessOf(name)}
      draftName={`access:${inOrganization().organization_id}:${user.uuid}`}
      level={level}
      options={memberLevels()}
      onSave={save}
      onClose={onClose}
    />
  )
}

async function signOutEverywhere(member: Member): Promise<void> {
  try {
    await call('endMemberSessions', { params: { ...inOrganization(), user_uuid: member.user.uuid } })
    tell(text.signedOut(nameOf(member.user)))
  } catch (error) {
    tell(problemOf(error).message)
  }
}

function RemoveMember({ member, onClose }: DialogProps) {
  const name = nameOf(member.user)
  const remove = async () => {
    await call('destroyMember', { params: { ...inOrganization(), user_uuid: member.user.uuid } })
    await refresh()
    tell(text.removed(name))
  }
  return (
    <Confirm title={text.removeWho(name)} action={text.removeAction} dangerous onConfirm={remove} onClose={onClose}>
      <p>{text.removeWhat}</p>
    </Confirm>
  )
}
