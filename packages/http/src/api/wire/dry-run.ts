import { booleanField } from '@flagdeck/core/operations'
import * as z from 'zod'

/** Whether to report the effect without writing (DRY-1). Other words are refused, because their meaning is unclear. */
const dryRunQuery = z.object({
  dry_run: booleanField().optional().describe('true: tell what would happen, and write nothing'),
})

/** The declarations of an endpoint that supports dry runs. */
export const mayBeTried = { query: dryRunQuery, dryRun: true } as const
