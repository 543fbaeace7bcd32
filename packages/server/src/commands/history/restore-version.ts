import type { CommandOutput } from '../command-output.ts'
import { inProject, type ProjectRequest } from '../in-project.ts'
import { missingNameError } from '../missing-name-error.ts'
import type { HistoryRequest } from './read-history.ts'
import { idOfRecord, noRecord, VERSION_OPERATIONS, versionOf } from './version-operations.ts'

export type RestoreRequest = ProjectRequest & Pick<HistoryRequest, 'kind' | 'name'>

/** `flagdeck history restore`: restores a version of a record as a new version (HIST-8). */
export async function restoreVersion(request: RestoreRequest, text: string): Promise<CommandOutput> {
  const { kind, name } = request
  const version = versionOf(text)
  const work = VERSION_OPERATIONS[kind]
  return inProject(request, { readOnly: false }, async (project) => {
    const id = await idOfRecord(project, kind, name)
    const changes = await work.compare(project.context, id, version).catch(missingNameError(noRecord(kind, name)))
    const differs = changes.length > 0
    const restored = await work.restore(project.context, id, version)
    const data = { kind, id, version: restored.version, restored: version, changed: differs }
    return { data, text: sentence(`${kind} ${name}`, data) }
  })
}

interface Restored {
  readonly version: number
  readonly restored: number
  readonly changed: boolean
}

function sentence(record: string, { version, restored, changed }: Restored): string {
  if (!changed) return `The ${record} already matches version ${restored}; nothing changed.`
  return `Restored version ${restored} of the ${record} as version ${version}. Running servers apply this within five seconds.`
}
