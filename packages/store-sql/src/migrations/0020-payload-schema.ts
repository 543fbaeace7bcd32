import type { Migration } from './migration.ts'

/** What the payloads of a flag have to be like. Instances of the release before neither show it nor hold anybody to it. */
export const payloadSchema: Migration = {
  name: '0020-payload-schema',
  statements: ({ text }) => [`alter table flags add column payload_schema ${text} not null default 'null'`],
}
