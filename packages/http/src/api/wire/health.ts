import * as z from 'zod'

/** The result of one check. */
export interface HealthCheck {
  readonly name: string
  readonly ok: boolean
  /**
   * The result; for a failed check, where to find the cause. Admins of any organization of the service can read it, so
   * it must not contain passwords, or addresses and names of databases and files (SERVE-50).
   */
  readonly detail: string
}

/** Checks the health of the service and its dependencies. */
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
