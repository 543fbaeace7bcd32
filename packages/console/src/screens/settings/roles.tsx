import { useState } from 'preact/hooks'
import { call, type Output } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { refresh, useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { tell } from '../../parts/toasts.tsx'
import { runsOrganization } from '../../session.ts'
import { accessLevels } from '../../text/levels.ts'
import { settings, roles as text } from '../../text/settings.ts'
import { AccessDialog } from './access-dialog.tsx'
import { FLAG_ACCESS } from './access-options.ts'
import { Cut } from './cut.tsx'
import { NewRole } from './new-role.tsx'
import { inOrganization, organizationName, PAGE } from './organization.ts'
import { RoleTable } from './role-table.tsx'
import { Section } from './section.tsx'

export type Role = Output<'listRoles'>['results'][number]

/** The access of members without a role, in organizations that have not chosen a level. */
const EDIT_ALL = 37

export function Roles() {
  const roles = useQuery('listRoles', { params: inOrganization(), query: { limit: PAGE } })
  const organization = useQuery('retrieveOrganization', { params: inOrganization() })
  return (
    <>
      <Section title={text.byDefault} about={text.byDefaultAbout}>
        <Answered query={organization} rows={1}>
          {({ default_feature_flags_access_level: level }) => <DefaultAccess level={level ?? EDIT_ALL} />}
        </Answered>
      </Section>
      <section class="stack">
        <h2>{text.title}</h2>
        <p class="quiet">
          {text.about(organizationName())} {!runsOrganization.value && settings.onlyAdmins}
        </p>
        <Answered query={roles} rows={3}>
          {(found) =>
            found.results.length === 0 ? (
              <p class="quiet">{text.none}</p>
            ) : (
              <>
                <RoleTable roles={found.results} />
                <Cut of={found} />
              </>
            )
          }
        </Answered>
      </section>
      {runsOrganization.value && <NewRole />}
    </>
  )
}

function DefaultAccess({ level }: { readonly level: number }) {
  const [isOpen, setOpen] = useState(false)
  const save = async (chosen: number) => {
    const body = { default_feature_flags_access_level: chosen as 21 | 37 } // one of the options
    await call('updateOrganization', { params: inOrganization(), body })
    await refresh()
    tell(text.defaultIs(accessLevels[chosen] ?? ''))
  }
  return (
    <>
      <div class="row">
        <p class="grow">{accessLevels[level]}</p>
        {runsOrganization.value && (
          <button
            type="button"
            class="button"
            aria-label={text.accessOfDefault}
            disabled={!connected.value}
            onClick={() => setOpen(true)}
          >
            {settings.change}
          </button>
        )}
      </div>
      {level === EDIT_ALL && <p class="quiet small">{text.noEffect}</p>}
      {isOpen && (
        <AccessDialog
          title={text.accessOfDefault}
          draftName={`access:${inOrganization().organization_id}:default`}
          level={level}
          options={FLAG_ACCESS}
          onSave={save}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
