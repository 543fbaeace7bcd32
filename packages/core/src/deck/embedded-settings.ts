import type { Project } from '../data/records/project.ts'
import { retrieveProject } from '../features/identity/list-projects.ts'
import type { UpdateProjectInput } from '../features/identity/project-input.ts'
import type { ProjectView } from '../features/identity/project-view.ts'
import { rotateApiToken, rotateSecretApiToken, updateProject } from '../features/identity/update-project.ts'
import type { ProjectContext } from '../runtime/context.ts'

/** The settings and tokens of one project. Only admins and owners may change them. */
export interface EmbeddedSettings {
  /** Returns the current settings. */
  get(): Promise<ProjectView>
  /** Updates the given settings. */
  update(input: UpdateProjectInput): Promise<Project>
  /** Replaces the public token of the project; SDKs with the old one are refused from then on. */
  resetToken(): Promise<Project>
  /** Replaces the secret token of the project; servers with the old one are refused from then on. */
  rotateSecretToken(): Promise<Project>
}

/** Binds the settings operations to a project. */
export function embeddedSettings(ctx: ProjectContext): EmbeddedSettings {
  return {
    get: () => retrieveProject(ctx),
    update: (input) => updateProject(ctx, input),
    resetToken: () => rotateApiToken(ctx),
    rotateSecretToken: () => rotateSecretApiToken(ctx),
  }
}
