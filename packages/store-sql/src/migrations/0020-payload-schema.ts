import type { Migration } from './migration.ts'

/** The schema for the payloads of a flag. Instances of the previous release neither show nor enforce it. */
export const payloadSchema: Migration = {
  name: '0020-payload-schema',
  statements: ({ text }) => [`alter table flags add column payload_schema ${text} not null default 'null'`],
}
