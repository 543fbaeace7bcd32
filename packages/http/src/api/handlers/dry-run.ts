import type { FlagPreview, ProjectContext, UpdateFlagInput, WrittenFlag } from '@flagdeck/core'
import { dryRun, previewFlag, previewNewFlag, previewTriedFlag } from '@flagdeck/core/operations'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { reply } from '../../rest/reply.ts'
import { writtenFlagBody } from '../wire/flag.ts'
import { previewAnswer } from '../wire/impact.ts'
import { whileAwaited } from './while-awaited.ts'

/** The part of a query that requests a dry run. */
export interface DryRunQuery {
  readonly dry_run?: boolean | undefined
}

/** Runs an operation, or runs and reverts it for a dry run (DRY-1). */
export function runOrTry<T>(
  project: ProjectContext,
  { dry_run: isDryRun }: DryRunQuery,
  run: (project: ProjectContext) => Promise<T>,
  options?: { readonly changedFlags: number },
): Promise<T> {
  return isDryRun ? dryRun(project, run, options) : run(project)
}

/** Returns the flag that would be created, and which results would change. */
export async function tryToCreate(
  project: ProjectContext,
  request: EndpointRequest,
  create: (project: ProjectContext) => Promise<WrittenFlag>,
) {
  const flag = await dryRun(project, create)
  return tried(flag, await whileAwaited(request, (options) => previewNewFlag(project, flag, options)))
}

/** Returns the flag after an update, and which results would change. */
export async function tryToUpdate(
  project: ProjectContext,
  flagId: number,
  input: UpdateFlagInput,
  request: EndpointRequest,
  update: (project: ProjectContext) => Promise<WrittenFlag>,
) {
  const flag = await dryRun(project, update)
  return tried(flag, await whileAwaited(request, (options) => previewFlag(project, flagId, input, options)))
}

/** Returns the flag after restoring a version, and which results would change. */
export async function tryToRestore(
  project: ProjectContext,
  request: EndpointRequest,
  restore: (project: ProjectContext) => Promise<WrittenFlag>,
) {
  const flag = await dryRun(project, restore)
  return tried(flag, await whileAwaited(request, (options) => previewTriedFlag(project, flag, options)))
}

/** Without an entity tag or project version: neither will exist. */
function tried(flag: WrittenFlag, preview: FlagPreview) {
  return reply({ ...writtenFlagBody(flag), preview: previewAnswer(preview) }, { status: 200 })
}
