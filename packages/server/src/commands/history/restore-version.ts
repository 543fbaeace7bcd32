import type { CommandOutput } from '../command-output.ts'
import { inProject, type ProjectRequest } from '../in-project.ts'
import { namingWhatIsMissing } from '../naming-what-is-missing.ts'
import type { HistoryRequest } from './read-history.ts'
import { idOfRecord, noRecord, VERSION_OPERATIONS, versionOf } from './version-operations.ts'

export type RestoreRequest = ProjectRequest & Pick<HistoryRequest, 'kind' | 'name'>

/** `flagdeck history restore`: makes a record what it was at a version, as its next one (HIST-8). */
export async function restoreVersion(request: RestoreRequest, text: string): Promise<CommandOutput> {
  const { kind, name } = request
  const version = versionOf(text)
  const work = VERSION_OPERATIONS[kind]
  return inProject(request, { looks: false }, async (project) => {
    const id = await idOfRecord(project, kind, name)
    const changes = await namingWhatIsMissing(noRecord(kind, name), () => work.compare(project.context, id, version))
    const differs = changes.length > 0
    const restored = await work.restore(project.context, id, version)
    const data = { kind, id, version: restored.version, restored: version, changed: differs }
    return { data, text: sentence(`The ${kind} ${name}`, data) }
  })
}

interface Restored {
  readonly version: number
  readonly restored: number
  readonly changed: boolean
}

function sentence(record: string, { version, restored, changed }: Restored): string {
  if (!changed) return `${record} is as it was at version ${restored} already: nothing was changed.`
  return `${record} is at version ${version} now, as it was at version ${restored}. Running servers have it within five seconds.`
}
