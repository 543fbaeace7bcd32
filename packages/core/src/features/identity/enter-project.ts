import type { Actor } from '../../data/records/actor.ts'
import type { Context, ProjectContext } from '../../runtime/context.ts'
import { authenticateKey, authenticateProjectSecret, type CredentialSource, refuseExpired } from './authenticate.ts'
import { openProject, type ProjectReference } from './open-project.ts'

/** {@link authenticateKey} for requests: an answer counts for a few seconds (KEY-6). */
export async function enterWithKey(ctx: Context, value: string, source?: CredentialSource): Promise<Actor> {
  const found = ctx.credentials.actor(`key ${value}`, () => authenticateKey(ctx, value, source))
  // Every request comes through here, and hardly any has to wait.
  const actor = found instanceof Promise ? await found : found
  refuseExpired(ctx, actor, source)
  return actor
}

/** {@link authenticateProjectSecret} for requests: an answer counts for a few seconds (KEY-6). */
export async function enterWithProjectSecret(ctx: Context, value: string): Promise<Actor> {
  return ctx.credentials.actor(`secret ${value}`, () => authenticateProjectSecret(ctx, value))
}

/** {@link openProject} for requests: an answer counts for a few seconds; writes look at roles anew (KEY-6). */
export function enterProject(
  ctx: Context,
  reference: ProjectReference,
  within?: string,
): ProjectContext | Promise<ProjectContext> {
  const name = within === undefined ? nameOf(reference) : `in ${within}: ${nameOf(reference)}`
  return ctx.credentials.context(ctx.actor, name, () => openProject(ctx, reference, within))
}

function nameOf(reference: ProjectReference): string {
  return typeof reference === 'object' ? `token ${reference.token}` : String(reference)
}
