import { booleanField } from '@flagdeck/core/operations'
import * as z from 'zod'

/** Whether to tell what would happen and write nothing (DRY-1). What is no such word is refused: it might mean either. */
const dryRunQuery = z.object({
  dry_run: booleanField().optional().describe('true: tell what would happen, and write nothing'),
})

/** What an endpoint declares that may be tried. */
export const mayBeTried = { query: dryRunQuery, dryRun: true } as const
