import type { DeletedFlags, EmbeddedProject, FlagPreview, JsonValue } from '@flagdeck/core'
import type { DeletedFlag } from '@flagdeck/core/operations'
import type { CommandOutput } from '../command-output.ts'
import { inProject, type ProjectRequest } from '../in-project.ts'
import { requireFlag } from './find-flag.ts'
import { previewText } from './preview-text.ts'

/** The flags to delete, and whether to save it. */
export interface DeleteFlagsRequest extends ProjectRequest {
  /** Keys or ids of the flags. */
  readonly names: readonly string[]
  readonly dryRun: boolean
}

interface Deleted {
  readonly output: CommandOutput
  /** A sentence for each flag that was not deleted. */
  readonly failed: readonly string[]
}

/** `flagdeck flag delete`: deletes the flags that can be deleted in one transaction, or previews it (FLAG-107). */
export function deleteFlags(request: DeleteFlagsRequest): Promise<Deleted> {
  return inProject(request, { readOnly: request.dryRun }, async (project) => {
    const ids: number[] = []
    // If one name is mistyped, nothing is deleted.
    for (const name of request.names) ids.push((await requireFlag(project.flags, name)).id)
    return request.dryRun ? tryToDelete(project, ids) : outcome(await project.flags.deleteMany({ ids }))
  })
}

async function tryToDelete(project: EmbeddedProject, ids: readonly number[]): Promise<Deleted> {
  const tried = await project.dryRun(({ flags }) => flags.deleteMany({ ids }), { changedFlags: ids.length })
  const [only] = ids.length === 1 ? tried.deleted : []
  const preview = only && (await project.flags.preview(only.id, { deleted: true }))
  return outcome(tried, { preview })
}

/** Returns the result, or with `trial` a preview of it. */
function outcome({ deleted, errors }: DeletedFlags, trial?: { readonly preview: FlagPreview | undefined }): Deleted {
  const { preview } = trial ?? {}
  const end = trial ? 'Nothing was saved.' : 'Running servers apply this within five seconds.'
  const lines = deleted.map((flag) => `${trial ? 'Would delete' : 'Deleted'} ${flag.key} (${rollout(flag)}).`)
  const text = [...lines, ...(deleted.length > 0 ? [end] : []), ...(preview ? previewText(preview) : [])].join('\n')
  return {
    output: { data: plain({ deleted, errors, applied: trial === undefined, ...(preview && { preview }) }), text },
    failed: errors.map(({ id, key, reason }) => `${key ?? id} was not deleted: ${reason}`),
  }
}

/** Developers need it to choose the code that replaces the flag. */
function rollout({ rolloutState, activeVariant }: DeletedFlag): string {
  switch (rolloutState) {
    case 'fully_rolled_out':
      return activeVariant === null ? 'on for everyone' : `on for everyone, variant ${activeVariant}`
    case 'partial':
      return 'on for some users'
    case 'not_rolled_out':
      return 'off for everyone'
  }
}

/** Results of operations are plain data that can be sent as JSON. */
function plain(answer: DeletedFlags & { readonly applied: boolean; readonly preview?: FlagPreview }): JsonValue {
  return answer as never
}
