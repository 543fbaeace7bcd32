import { MEMBERS, RUN } from './askers.ts'
import type { Row } from './row.ts'

/** Changes of the organization require an admin, and a key that is not restricted to projects (KEY-10). */
const run = { on: 'organization', may: RUN } as const
/** Keys belong to users (KEY-11). */
const own = { on: 'organization', may: MEMBERS } as const

const admin = ({ ids: { admin = '' } }: { readonly ids: Readonly<Record<string, string | number>> }) => ({
  user_uuid: admin,
})

/** The names of organizations are unique in a database, which all callers share. */
let organizations = 0

/** Rows about organizations, users, keys and projects: docs/behaviour/people.md, roles.md and identity.md. */
export const PEOPLE_ROWS: Readonly<Record<string, readonly Row[]>> = {
  organizations_partial_update: [{ ...run, json: () => ({ default_feature_flags_access_level: null }) }],
  members_partial_update: [
    { ...run, path: admin, json: () => ({ level: 1 }) },
    // No user may change members with a higher level (PEOPLE-2), and one owner must remain (PEOPLE-4).
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
    // All members may leave (PEOPLE-6), except the last owner.
    { ...run, what: 'oneself', may: MEMBERS, path: ({ user }) => ({ user_uuid: user.uuid }), except: { owner: 400 } },
  ],
  // All users may sign out everywhere.
  members_sessions_destroy: [
    { ...run, path: admin },
    { ...run, what: 'oneself', may: MEMBERS, path: ({ user }) => ({ user_uuid: user.uuid }) },
  ],
  invites_create: [{ ...run, json: () => ({ target_email: 'new@invited.test' }) }],
  invites_destroy: [{ ...run, path: ({ ids: { invitation = '' } }) => ({ id: invitation }) }],
  // Users accept invitations only for themselves (PEOPLE-12).
  invites_accept_create: [
    { ...own, isUnbound: true, json: ({ ids, user }) => ({ token: ids[`token of ${user.id}`] ?? '' }) },
  ],
  personal_api_keys_create: [
    // A restricted key creates keys with the same restrictions (KEY-15).
    { ...own, except: { 'key for elsewhere': 'done' }, json: () => ({ label: 'new', scopes: ['user:read'] }) },
  ],
  // Other users, including admins, cannot find a key (KEY-11). A restricted key finds only keys with the same
  // restrictions (KEY-16).
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
