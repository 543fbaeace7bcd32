import { exportProject, exportText } from '@flagdeck/core'
import { replyJson } from '../../rest/reply.ts'
import { exportProjectDocument } from '../endpoints/portability.ts'
import { inProject } from './scoped-handler.ts'

export const portabilityRoutes = [
  inProject(exportProjectDocument, async (project) => replyJson(exportText(await exportProject(project)))),
]
