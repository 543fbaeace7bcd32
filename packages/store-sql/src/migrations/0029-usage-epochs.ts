import type { Migration } from './migration.ts'

/** Flags without conditions answer everybody the same (FLAG-136). */
export const usageEpochs: Migration = {
  name: '0029-usage-epochs',
  statements: () => [
    // Filters are stored as `JSON.stringify` writes them. The quotes of a text in them would be escaped.
    `update flags set is_fully_rolled_out = true where filters like '%"groups":[]%'`,
  ],
}
