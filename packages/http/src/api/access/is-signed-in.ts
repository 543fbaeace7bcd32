import { type Context, DomainError } from '@flagdeck/core'
import { sessions } from '@flagdeck/core/operations'

/** Whether a cookie is that of a session. A page asks this first: to be refused is an error on its console. */
export async function isSignedIn(ctx: Context, value: string | undefined): Promise<boolean> {
  if (value === undefined) return false
  try {
    await sessions.enterWithSession(ctx, value)
    return true
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}
