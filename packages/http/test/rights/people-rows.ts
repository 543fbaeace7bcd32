import { MEMBERS, RUN } from './askers.ts'
import type { Row } from './row.ts'

/** What belongs to the organization is changed by who runs it, over no key that is for a project (KEY-10). */
const run = { on: 'organization', may: RUN } as const
/** Keys belong to users (KEY-11). */
const own = { on: 'organization', may: MEMBERS } as const

const admin = ({ ids: { admin = '' } }: { readonly ids: Readonly<Record<string, string | number>> }) => ({
  user_uuid: admin,
})

/** Names of organizations are unique in a database, which all who ask share. */
let organizations = 0

/** Of organizations, people, keys and projects: docs/behaviour/people.md, roles.md and identity.md. */
export const PEOPLE_ROWS: Readonly<Record<string, readonly Row[]>> = {
  organizations_partial_update: [{ ...run, json: () => ({ default_feature_flags_access_level: null }) }],
  members_partial_update: [
    { ...run, path: admin, json: () => ({ level: 1 }) },
    // Nobody changes who is above them (PEOPLE-2), and one owner stays (PEOPLE-4).
    {
      ...run,
      what: 'the owner',
      may: ['owner'],
      but: { plain: 400 },
      path: ({ ids: { owner = '' } }) => ({ user_uuid: owner }),
      json: () => ({ level: 1 }),
    },
  ],
  members_destroy: [
    { ...run, path: admin },
    // Everybody may leave (PEOPLE-6), but the last owner.
    { ...run, what: 'oneself', may: MEMBERS, path: ({ user }) => ({ user_uuid: user.uuid }), except: { owner: 400 } },
  ],
  // Everybody may sign out everywhere.
  members_sessions_destroy: [
    { ...run, path: admin },
    { ...run, what: 'oneself', may: MEMBERS, path: ({ user }) => ({ user_uuid: user.uuid }) },
  ],
  invites_create: [{ ...run, json: () => ({ target_email: 'new@invited.test' }) }],
  invites_destroy: [{ ...run, path: ({ ids: { invitation = '' } }) => ({ id: invitation }) }],
  // Nobody decides where others belong (PEOPLE-12).
  invites_accept_create: [
    { ...own, isUnbound: true, json: ({ ids, user }) => ({ token: ids[`token of ${user.id}`] ?? '' }) },
  ],
  personal_api_keys_create: [
    // A key that is bound makes keys that are bound as closely (KEY-15).
    { ...own, except: { 'key for elsewhere': 'done' }, json: () => ({ label: 'new', scopes: ['user:read'] }) },
  ],
  // Nobody else finds a key, admins included (KEY-11); a bound key only those that are bound as closely (KEY-16).
  personal_api_keys_roll_create: [
    {
      ...own,
      may: ['owner'],
      otherwise: 404,
      except: { 'key for elsewhere': 404 },
      path: ({ ids: { key = '' } }) => ({ id: key }),
    },
  ],
  personal_api_keys_destroy: [
    {
      ...own,
      may: ['owner'],
      otherwise: 404,
      except: { 'key for elsewhere': 404 },
      path: ({ ids: { key = '' } }) => ({ id: key }),
    },
  ],
  roles_create: [{ ...run, json: () => ({ name: 'new' }) }],
  roles_partial_update: [{ ...run, json: () => ({ feature_flags_access_level: 37 }) }],
  roles_destroy: [run],
  role_memberships_create: [{ ...run, json: ({ user }) => ({ user_uuid: user.uuid }), except: { admin: 400 } }],
  role_memberships_destroy: [{ ...run, path: ({ ids: { membership = '' } }) => ({ id: membership }) }],
  projects_create: [{ ...run, json: () => ({ name: 'new' }) }],
  organizations_create: [{ ...run, isUnbound: true, json: () => ({ name: `new ${++organizations}` }) }],
  organization_projects_create: [{ ...run, json: () => ({ name: 'new' }) }],
  projects_partial_update: [{ ...run, json: () => ({ name: 'changed' }) }],
  organization_projects_partial_update: [{ ...run, json: () => ({ name: 'changed' }) }],
  projects_reset_token_partial_update: [run],
  projects_rotate_secret_token_partial_update: [run],
}
