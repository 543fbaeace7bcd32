import { type Context, DomainError } from '@flagdeck/core'
import { sessions } from '@flagdeck/core/operations'

/** Whether a cookie belongs to a session. Pages check this first, because browsers log refused requests as errors. */
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
