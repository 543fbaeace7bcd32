import type { DeletedFlags, EmbeddedProject, FlagPreview, JsonValue } from '@flagdeck/core'
import type { DeletedFlag } from '@flagdeck/core/operations'
import type { CommandOutput } from '../command-output.ts'
import { inProject, type ProjectRequest } from '../in-project.ts'
import { requireFlag } from './find-flag.ts'
import { previewText } from './preview-text.ts'

/** Which flags to delete, and whether for good. */
export interface DeleteFlagsRequest extends ProjectRequest {
  /** Their keys, or ids. */
  readonly names: readonly string[]
  readonly dryRun: boolean
}

interface Deleted {
  readonly output: CommandOutput
  /** Of each flag that is kept, why; nothing when all are deleted. */
  readonly kept: readonly string[]
}

/** `flagdeck flag delete`: deletes in one go all flags that may be deleted, or tells what that would do (FLAG-107). */
export function deleteFlags(request: DeleteFlagsRequest): Promise<Deleted> {
  return inProject(request, { looks: request.dryRun }, async (project) => {
    const ids: number[] = []
    // One mistyped name among them, and nothing is deleted.
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

/** What came of it, or would, when there is a trial. */
function outcome({ deleted, errors }: DeletedFlags, trial?: { readonly preview: FlagPreview | undefined }): Deleted {
  const { preview } = trial ?? {}
  const end = trial ? 'Nothing was written.' : 'Running servers have it within five seconds.'
  const lines = deleted.map((flag) => `${flag.key} ${trial ? 'would be' : 'is'} deleted; it was ${rollout(flag)}.`)
  const text = [...lines, ...(deleted.length > 0 ? [end] : []), ...(preview ? previewText(preview) : [])].join('\n')
  return {
    output: { data: plain({ deleted, errors, applied: trial === undefined, ...(preview && { preview }) }), text },
    kept: errors.map(({ id, key, reason }) => `${key ?? id} is kept: ${reason}`),
  }
}

/** What stands in the flag's place in code depends on it. */
function rollout({ rolloutState, activeVariant }: DeletedFlag): string {
  switch (rolloutState) {
    case 'fully_rolled_out':
      return activeVariant === null ? 'on for everybody' : `on for everybody, with the variant ${activeVariant}`
    case 'partial':
      return 'on for some'
    case 'not_rolled_out':
      return 'off for everybody'
  }
}

/** What operations answer is plain data, made to be sent as JSON. */
function plain(answer: DeletedFlags & { readonly applied: boolean; readonly preview?: FlagPreview }): JsonValue {
  return answer as never
}
