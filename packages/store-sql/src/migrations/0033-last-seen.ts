import type { Migration } from './migration.ts'

/**
 * The time when a user last used the console or the API (PEOPLE-18). Instances of the previous release do not write it.
 */
export const lastSeen: Migration = {
  name: '0033-last-seen',
  statements: ({ text }) => [
    `alter table users add column last_seen_at ${text}`,
    `update users set last_seen_at = (
      select max(last_used_at) from (
        select last_used_at from sessions where sessions.user_id = users.id
        union all select last_used_at from personal_api_keys where personal_api_keys.user_id = users.id
      ) as used
    )`,
  ],
}
