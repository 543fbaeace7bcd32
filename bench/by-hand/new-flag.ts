import { randomUUID } from 'node:crypto'
import type { FlagRow } from './flag-body.ts'

/** The columns of a user that responses contain. */
export interface OwnerRow {
  readonly id: number
  readonly uuid: string
  readonly distinct_id: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly is_email_verified: boolean | number | null
}

/** The parameters of both inserts for the body of a creation and, with the id, the row of the response. */
export interface NewFlag {
  readonly insertFlag: readonly unknown[]
  insertActivity(id: number): readonly unknown[]
  row(id: number): FlagRow
}

/** Returns the flag of a body without validation: hand-written code trusts the caller, or has to be much longer. */
export function newFlag(projectId: number, body: string, owner: OwnerRow): NewFlag {
  const { key, name, filters } = JSON.parse(body)
  const filtersText = JSON.stringify(filters)
  const now = new Date().toISOString().replace('Z', '000Z')
  const lower = key.toLowerCase()
  return {
    insertFlag: [projectId, key, lower, name, `${lower} ${name.toLowerCase()}`, filtersText, now, now],
    insertActivity: (id) => [randomUUID(), projectId, String(id), detailOf(key), now],
    row: (id) => ({
      ...DEFAULTS,
      ...usersOf(owner),
      id,
      key,
      name,
      filters: filtersText,
      created_at: now,
      updated_at: now,
    }),
  }
}

function detailOf(key: string): string {
  return JSON.stringify({ changes: [], trigger: null, type: null, name: key, shortId: null })
}

const DEFAULTS = {
  active: true,
  deleted: false,
  archived: false,
  version: 1,
  ensure_experience_continuity: false,
  rollback_conditions: 'null',
  performed_rollback: null,
  tags: '[]',
  evaluation_contexts: '[]',
  evaluation_runtime: 'all',
  bucketing_identifier: 'distinct_id',
  owner: '',
  payload_schema: 'null',
  is_remote_configuration: false,
  has_encrypted_payloads: false,
  has_enriched_analytics: false,
  usage_dashboard_id: null,
  analytics_dashboard_ids: '[]',
  last_called_at: null,
} as const

function usersOf(owner: OwnerRow) {
  return {
    creator_id: owner.id,
    creator_uuid: owner.uuid,
    creator_distinct_id: owner.distinct_id,
    creator_first_name: owner.first_name,
    creator_last_name: owner.last_name,
    creator_email: owner.email,
    creator_is_email_verified: owner.is_email_verified,
    modifier_id: owner.id,
    modifier_uuid: owner.uuid,
    modifier_distinct_id: owner.distinct_id,
    modifier_first_name: owner.first_name,
    modifier_last_name: owner.last_name,
    modifier_email: owner.email,
    modifier_is_email_verified: owner.is_email_verified,
  }
}
