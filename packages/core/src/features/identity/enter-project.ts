import type { Actor } from '../../data/records/actor.ts'
import type { Context, ProjectContext } from '../../runtime/context.ts'
import { authenticateKey, authenticateProjectSecret, type CredentialSource, refuseExpired } from './authenticate.ts'
import { openProject, type ProjectReference } from './open-project.ts'

/** Like {@link authenticateKey}, for requests: the result is cached for a few seconds (KEY-6). */
export async function enterWithKey(ctx: Context, value: string, source?: CredentialSource): Promise<Actor> {
  const found = ctx.credentials.actor(`key ${value}`, () => authenticateKey(ctx, value, source))
  // Every request calls this, and almost none has to wait.
  const actor = found instanceof Promise ? await found : found
  refuseExpired(ctx, actor, source)
  return actor
}

/** Like {@link authenticateProjectSecret}, for requests: the result is cached for a few seconds (KEY-6). */
export async function enterWithProjectSecret(ctx: Context, value: string): Promise<Actor> {
  return ctx.credentials.actor(`secret ${value}`, () => authenticateProjectSecret(ctx, value))
}

/**
 * Like {@link openProject}, for requests: the result is cached for a few seconds, but writes read roles again (KEY-6).
 */
export function enterProject(
  ctx: Context,
  reference: ProjectReference,
  within?: string,
): ProjectContext | Promise<ProjectContext> {
  const name = within === undefined ? nameOf(reference) : `in ${within}: ${nameOf(reference)}`
  // Nearly all requests find their result here.
  return ctx.credentials.remembered(ctx.actor, name) ?? lookUp(ctx, reference, { name, within })
}

interface Named {
  readonly name: string
  readonly within: string | undefined
}

function lookUp(
  ctx: Context,
  reference: ProjectReference,
  { name, within }: Named,
): ProjectContext | Promise<ProjectContext> {
  const open = () => openProject(ctx, reference, within)
  return ctx.credentials.context(ctx.actor, name, open, (known) => tokensHold(ctx, reference, known))
}

/**
 * Whether the tokens that identified the project are still valid, according to the latest state that this instance has
 * (PROJ-8).
 */
function tokensHold({ actor, snapshots }: Context, reference: ProjectReference, { project }: ProjectContext): boolean {
  const heard = snapshots.peek(project.id)?.project
  if (!heard || heard.version <= project.version) return true
  if (actor.type === 'project_secret' && heard.secretApiToken !== project.secretApiToken) return false
  return typeof reference !== 'object' || heard.apiToken === reference.token
}

function nameOf(reference: ProjectReference): string {
  return typeof reference === 'object' ? `token ${reference.token}` : String(reference)
}
