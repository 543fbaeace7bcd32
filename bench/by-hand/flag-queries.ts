/**
 * Queries for both databases. Parameters are question marks, as in SQLite. The plus sign before some of them prevents
 * SQLite from preparing a join again for every value, which a careful author would have found by measuring.
 */

const LISTED = 'project_id = +? and deleted = false and archived = false'

const selectFlags = (columns: string) => `
  select ${columns}
    flag.id, flag.key, flag.name, flag.filters, flag.active, flag.deleted, flag.archived, flag.created_at,
    flag.updated_at, flag.version, flag.ensure_experience_continuity, flag.rollback_conditions,
    flag.performed_rollback, flag.tags, flag.evaluation_contexts, flag.evaluation_runtime, flag.bucketing_identifier,
    flag.is_remote_configuration, flag.has_encrypted_payloads, flag.has_enriched_analytics, flag.usage_dashboard_id,
    flag.analytics_dashboard_ids, flag.owner, flag.payload_schema, flag.last_called_at,
    creator.id as creator_id, creator.uuid as creator_uuid, creator.distinct_id as creator_distinct_id,
    creator.first_name as creator_first_name, creator.last_name as creator_last_name, creator.email as creator_email,
    creator.is_email_verified as creator_is_email_verified,
    modifier.id as modifier_id, modifier.uuid as modifier_uuid, modifier.distinct_id as modifier_distinct_id,
    modifier.first_name as modifier_first_name, modifier.last_name as modifier_last_name,
    modifier.email as modifier_email, modifier.is_email_verified as modifier_is_email_verified
  from flags as flag
  left join users as creator on creator.id = flag.created_by_id
  left join users as modifier on modifier.id = flag.last_modified_by_id`

/** One page of a project's flags, newest first. */
export const LIST_FLAGS = `${selectFlags(`(select count(*) from flags where ${LISTED}) as total,`)}
  where flag.${LISTED.replaceAll(' and ', ' and flag.')}
  order by flag.created_at desc, flag.id desc limit 100`

export const RETRIEVE_FLAG = `${selectFlags('')} where flag.project_id = 1 and flag.id = +?`

export const INSERT_FLAG = `
  insert into flags (
    project_id, key, key_lower, name, search_text, filters, is_multivariate, is_fully_rolled_out, active, deleted,
    archived, created_by_id, created_at, last_modified_by_id, updated_at, version, project_version,
    ensure_experience_continuity, rollback_conditions, performed_rollback, tags, evaluation_contexts,
    evaluation_runtime, bucketing_identifier, is_remote_configuration, has_encrypted_payloads, has_enriched_analytics,
    usage_dashboard_id, analytics_dashboard_ids, last_called_at
  ) values (
    ?, ?, ?, ?, ?, ?, false, false, true, false,
    false, 1, ?, 1, ?, 1, 1,
    false, 'null', null, '[]', '[]',
    'all', 'distinct_id', false, false, false,
    null, '[]', null
  ) returning id`

export const INSERT_ACTIVITY = `
  insert into activity (id, project_id, user_id, verb, scope, item_id, detail, created_at)
  values (?, ?, 1, 'created', 'FeatureFlag', ?, ?, ?)`

/** Selects the user of the key. */
export const FIND_OWNER = 'select * from users where id = 1'

/** Returns the query with parameters in PostgreSQL's form. */
export function forPostgres(query: string): string {
  let parameters = 0
  return query.replace(/\+?\?/g, () => `$${++parameters}`)
}
