import type { Project } from '../data/records/project.ts'
import { retrieveProject } from '../features/identity/list-projects.ts'
import type { UpdateProjectInput } from '../features/identity/project-input.ts'
import type { ProjectView } from '../features/identity/project-view.ts'
import { rotateApiToken, rotateSecretApiToken, updateProject } from '../features/identity/update-project.ts'
import type { ProjectContext } from '../runtime/context.ts'

/** The settings and tokens of one project. Changing them is for admins and owners. */
export interface EmbeddedSettings {
  /** As they are now. */
  get(): Promise<ProjectView>
  update(input: UpdateProjectInput): Promise<Project>
  /** Gives the project a new public token; SDKs with the old one are refused from then on. */
  resetToken(): Promise<Project>
  /** Gives the project a new secret token; servers with the old one are refused from then on. */
  rotateSecretToken(): Promise<Project>
}

/** Binds the operations on its settings to a project. */
export function embeddedSettings(ctx: ProjectContext): EmbeddedSettings {
  return {
    get: () => retrieveProject(ctx),
    update: (input) => updateProject(ctx, input),
    resetToken: () => rotateApiToken(ctx),
    rotateSecretToken: () => rotateSecretApiToken(ctx),
  }
}
