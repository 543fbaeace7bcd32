import { useState } from 'preact/hooks'
import { problemOf } from '../../api/api-problem.ts'
import { call, type Output } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { refresh, useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Time } from '../../parts/time.tsx'
import { tell } from '../../parts/toasts.tsx'
import { runsOrganization, session } from '../../session.ts'
import { levels, settings, members as text } from '../../text/settings.ts'
import { Invitations } from './invitations.tsx'
import { cut, inOrganization, nameOf, organizationName, ownLevel, PAGE } from './organization.ts'

type Member = Output<'listMembers'>['results'][number]

export function MembersSection() {
  const members = useQuery('listMembers', { params: inOrganization(), query: { limit: PAGE } })
  const [removing, setRemoving] = useState<Member>()
  return (
    <>
      <section class="stack">
        <p class="quiet">{text.about(organizationName())}</p>
        {!runsOrganization.value && <p class="quiet">{settings.onlyAdmins}</p>}
        <Answered query={members}>
          {(found) => (
            <div class="scroll">
              <table class="table">
                <thead>
                  <tr>
                    <th>{text.person}</th>
                    <th>{text.level}</th>
                    <th>{text.joined}</th>
                    <th />
                  </tr>
                </thead>
                <tbody>
                  {found.results.map((member) => (
                    <MemberRow key={member.id} member={member} onRemove={() => setRemoving(member)} />
                  ))}
                </tbody>
              </table>
              <p class="quiet small">{cut(found)}</p>
            </div>
          )}
        </Answered>
      </section>
      {runsOrganization.value && <Invitations />}
      {removing && <RemoveMember member={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

function MemberRow({ member, onRemove }: { readonly member: Member; readonly onRemove: () => void }) {
  const { user } = member
  const own = user.uuid === session.value?.user.uuid
  const mayChange = runsOrganization.value && !own && member.level <= ownLevel()
  return (
    <tr>
      <td>
        {nameOf(user)} {own && <span class="tag">{text.you}</span>}
        {nameOf(user) !== user.email && <div class="quiet small">{user.email}</div>}
      </td>
      <td data-label={text.level}>{mayChange ? <LevelSelect member={member} /> : levels[member.level]}</td>
      <td data-label={text.joined}>
        <Time at={member.joined_at} />
      </td>
      <td class="number">
        {mayChange && connected.value && (
          <Menu
            label={settings.more(nameOf(user))}
            items={[
              { label: text.signOut, onChoose: () => void signOutEverywhere(member) },
              { label: text.remove, dangerous: true, onChoose: onRemove },
            ]}
          />
        )}
      </td>
    </tr>
  )
}

function LevelSelect({ member }: { readonly member: Member }) {
  const name = nameOf(member.user)
  const choose = async (select: HTMLSelectElement) => {
    try {
      await change(member, Number(select.value) as 1 | 8 | 15) // the options below
    } catch (error) {
      select.value = `${member.level}`
      tell(problemOf(error).message)
    }
  }
  return (
    <select
      class="input"
      aria-label={text.levelOf(name)}
      value={`${member.level}`}
      disabled={!connected.value}
      onChange={(event) => void choose(event.currentTarget)}
    >
      {Object.entries(levels)
        .filter(([level]) => Number(level) <= ownLevel())
        .map(([level, label]) => (
          <option key={level} value={level}>
            {label}
          </option>
        ))}
    </select>
  )
}

async function change(member: Member, level: 1 | 8 | 15): Promise<void> {
  const params = { ...inOrganization(), user_uuid: member.user.uuid }
  await call('updateMember', { params, body: { level } })
  await refresh('listMembers')
  tell(text.levelIs(nameOf(member.user), levels[level] ?? ''))
}

async function signOutEverywhere(member: Member): Promise<void> {
  try {
    await call('endMemberSessions', { params: { ...inOrganization(), user_uuid: member.user.uuid } })
    tell(text.signedOut(nameOf(member.user)))
  } catch (error) {
    tell(problemOf(error).message)
  }
}

function RemoveMember({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const name = nameOf(member.user)
  const remove = async () => {
    await call('destroyMember', { params: { ...inOrganization(), user_uuid: member.user.uuid } })
    await refresh()
    tell(text.removed(name))
  }
  return (
    <Confirm title={text.removeWho(name)} action={text.removeWho(name)} dangerous onConfirm={remove} onClose={onClose}>
      <p>{text.removeWhat}</p>
    </Confirm>
  )
}
