import * as z from 'zod'

/** One thing that was looked at. */
export interface HealthCheck {
  readonly name: string
  readonly ok: boolean
  /**
   * What was found; for a failed check, where to learn why it failed. Whoever runs any organization of the service reads it:
   * without passwords, addresses and names of databases and files (SERVE-50).
   */
  readonly detail: string
}

/** Looks at what the service stands on. */
export type HealthInspection = () => Promise<readonly HealthCheck[]>

export const healthSchema = z
  .object({
    healthy: z.boolean().describe('whether every check is'),
    checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
  })
  .meta({ id: 'Health' })

export function healthBody(checks: readonly HealthCheck[]) {
  return { healthy: checks.every(({ ok }) => ok), checks }
}
