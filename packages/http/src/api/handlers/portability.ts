import { applyImport, exportProject, planImport } from '@flagdeck/core'
import { exportTextYielding } from '@flagdeck/core/operations'
import { replyJson } from '../../rest/reply.ts'
import { exportProjectDocument, importProjectDocument } from '../endpoints/portability.ts'
import { importPlanBody } from '../wire/portability.ts'
import { inProject } from './scoped-handler.ts'

export const portabilityRoutes = [
  inProject(exportProjectDocument, async (project) =>
    replyJson(await exportTextYielding(await exportProject(project))),
  ),
  inProject(importProjectDocument, async (project, { body: { document, ...options }, query }) => {
    const plan = await (query.dry_run ? planImport : applyImport)(project, document, options)
    return importPlanBody(plan, query.dry_run !== true)
  }),
]
