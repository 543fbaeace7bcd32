import type { JsonObject } from '@flagdeck/core'
import { earlyAccessId } from '@flagdeck/core/operations'
import { listIn } from '../support/api-response.ts'
import { EVERYBODY } from '../support/world.ts'
import { DECIDE, EDIT, EDIT_OTHERS, LOOK, MEMBERS } from './askers.ts'
import type { Row, Scene } from './row.ts'

const flag = { on: 'flag' } as const
/** Callers who may edit a flag can change it in every state (ROLE-8, FLAG-18). */
const edit = { ...flag, may: EDIT } as const
/** Actions that turn a flag on or off do not accept a deleted flag (FLAG-100). */
const NOT_DELETED = { deleted: 400 } as const
/** A flag that an active flag depends on cannot be changed like this (FLAG-62). */
const NOT_LOOKED_AT = { 'looked at': 400 } as const

const ids = ({ ids: { id = 0 } }: Scene): JsonObject => ({ ids: [id] })
const feature = ({ ids: { id = 0 } }: Scene) => ({ id: earlyAccessId(Number(id)) })
const nothingIn =
  (name: string) =>
  (body: JsonObject): boolean =>
    listIn(body, name).length === 0

const copied = ({ ids: { from = 0, to = 0 } }: Scene): JsonObject => ({
  feature_flag_key: 'target',
  from_project: from,
  target_project_ids: [to],
})

/** Rows about flags: docs/behaviour/flags.md and roles.md. */
export const FLAG_ROWS: Readonly<Record<string, readonly Row[]>> = {
  feature_flags_create: [
    { on: 'project', may: MEMBERS, json: () => ({ key: 'new', filters: EVERYBODY }) },
    // Only the key of a deleted flag is free (FLAG-12, FLAG-14).
    {
      ...flag,
      what: 'with its key',
      may: MEMBERS,
      but: { plain: 400, archived: 400, 'looked at': 400 },
      json: () => ({ key: 'target' }),
    },
  ],
  feature_flags_partial_update: [
    { ...edit, json: () => ({ name: 'changed' }) },
    { ...edit, what: 'off', but: NOT_LOOKED_AT, json: () => ({ active: false }) },
    { ...edit, what: 'on', but: { archived: 400 }, json: () => ({ active: true }) },
    { ...edit, what: 'deleted', but: NOT_LOOKED_AT, json: () => ({ deleted: true }) },
    { ...edit, what: 'back', json: () => ({ deleted: false }) },
  ],
  feature_flags_update: [{ ...edit, json: () => ({ key: 'target', name: 'changed' }) }],
  feature_flags_destroy: [{ ...flag, may: [], otherwise: 405 }],
  feature_flags_versions_restore_create: [edit],
  feature_flags_enable_create: [{ ...edit, but: { ...NOT_DELETED, archived: 400 } }],
  feature_flags_disable_create: [{ ...edit, but: { ...NOT_DELETED, ...NOT_LOOKED_AT } }],
  feature_flags_archive_create: [{ ...edit, but: { ...NOT_DELETED, ...NOT_LOOKED_AT } }],
  feature_flags_unarchive_create: [{ ...edit, but: NOT_DELETED }],
  feature_flags_reset_usage_create: [{ ...edit, but: NOT_DELETED }],
  feature_flags_bulk_delete_create: [
    {
      ...edit,
      otherwise: 'kept',
      but: { deleted: 'kept', 'looked at': 'kept' },
      isKept: nothingIn('deleted'),
      json: ids,
    },
  ],
  feature_flags_bulk_update_tags_create: [
    {
      ...edit,
      otherwise: 'kept',
      but: { deleted: 'kept' },
      isKept: nothingIn('updated'),
      json: (scene) => ({ ...ids(scene), action: 'add', tags: ['new'] }),
    },
  ],
  organization_feature_flags_copy_flags_create: [
    // The copy creates a flag in the other project, which every member may do (ROLE-8).
    { ...flag, on: 'lonely flag', may: MEMBERS, but: NOT_DELETED, json: copied },
    // The copy changes a flag that already exists there, which requires permission to edit that flag.
    {
      ...flag,
      on: 'copied flag',
      what: 'onto one',
      may: { plain: EDIT_OTHERS, archived: EDIT_OTHERS, deleted: MEMBERS, 'looked at': EDIT_OTHERS },
      otherwise: 'kept',
      but: NOT_DELETED,
      isKept: nothingIn('success'),
      json: copied,
    },
  ],
  feature_flags_dashboard_create: [{ ...edit, but: NOT_DELETED }],
  // The dashboard of a deleted flag still exists, and the flag may be changed (FLAG-18).
  feature_flags_enrich_usage_dashboard_create: [{ ...edit, on: 'charted flag' }],
  // A feature is a part of its flag (FLAG-150).
  early_access_feature_create: [
    { on: 'project', may: MEMBERS, json: () => ({ name: 'New', stage: 'beta' }) },
    // The flag already has a feature.
    {
      ...edit,
      what: 'for it',
      but: { plain: 400, archived: 400, deleted: 400, 'looked at': 400 },
      json: ({ ids: { id = 0 } }) => ({ name: 'New', stage: 'beta', feature_flag_id: id }),
    },
  ],
  early_access_feature_partial_update: [
    { ...edit, but: { deleted: 404 }, path: feature, json: () => ({ stage: 'beta' }) },
  ],
  early_access_feature_destroy: [{ ...edit, but: { deleted: 404 }, path: feature }],
  feature_flags_role_access_create: [
    {
      ...flag,
      may: DECIDE,
      path: ({ ids: { id = 0 } }) => ({ parent_lookup_feature_flag_id: id }),
      json: ({ ids: { other_role = '' } }) => ({ role_id: other_role }),
    },
  ],
  feature_flags_role_access_destroy: [
    {
      ...flag,
      may: DECIDE,
      path: ({ ids: { id = 0, access = 0 } }) => ({ parent_lookup_feature_flag_id: id, id: access }),
    },
  ],
  feature_flags_create_static_cohort_for_flag_create: [{ ...flag, may: MEMBERS, but: NOT_DELETED }],
  // These endpoints only read.
  feature_flags_bulk_keys_create: [{ ...flag, may: LOOK, json: ids }],
  organization_feature_flags_copy_flags_dependency_requirements_create: [
    { ...flag, on: 'lonely flag', may: MEMBERS, but: NOT_DELETED, json: copied },
  ],
  // Deleted flags cannot be evaluated (FLAG-13).
  feature_flags_test_evaluation_create: [
    { ...flag, may: LOOK, but: { deleted: 404 }, json: () => ({ distinct_id: 'ada' }) },
  ],
  feature_flags_decisions_create: [{ ...flag, may: LOOK, json: () => ({ distinct_id: 'ada' }) }],
  feature_flags_user_blast_radius_create: [{ ...flag, may: LOOK, json: () => ({ condition: { properties: [] } }) }],
  feature_flags_bulk_user_blast_radius_create: [
    { ...flag, may: LOOK, json: () => ({ conditions: [{ condition: { properties: [] } }] }) },
  ],
  feature_flags_preview_create: [
    // Refuses what an update refuses, but does not require permission to edit (IMPACT-10).
    { ...flag, may: LOOK, but: NOT_LOOKED_AT, json: () => ({ active: false }) },
  ],
}
