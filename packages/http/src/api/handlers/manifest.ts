import type { ProjectContext } from '@flagdeck/core'
import { projectManifest } from '@flagdeck/core/operations'
import { type Reply, reply } from '../../rest/reply.ts'
import { retrieveManifest, retrieveProjectManifest } from '../endpoints/manifest.ts'
import type { Manifest } from '../wire/manifest.ts'
import { handle } from './scoped-handler.ts'

export const manifestRoutes = [
  handle(retrieveManifest, ({ context }) => answerManifest(context.project)),
  handle(retrieveProjectManifest, ({ context }) => answerManifest(context.project)),
]

/** The permissions of a token for the manifest: flags are changed by the REST API. */
const CAPABILITIES = { 'x-manifest-capabilities': 'read' }

async function answerManifest(project: ProjectContext): Promise<Reply<Manifest>> {
  const flags = await projectManifest(project)
  return reply({ flags: flags as Manifest['flags'] }, { headers: CAPABILITIES }) // JSON other than null
}
