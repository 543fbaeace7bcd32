import {
  createTemplate,
  retrieveTemplate,
  retrieveTemplateSchema,
  templatePages,
  updateTemplate,
} from '@flagdeck/core/operations'
import * as endpoints from '../endpoints/dashboard-templates.ts'
import { dashboardTemplateBody, templateListFilters } from '../wire/dashboard-template.ts'
import { refuseDelete } from './refuse-delete.ts'
import { answerPage, inProject } from './scoped-handler.ts'

export const dashboardTemplateRoutes = [
  inProject(endpoints.listDashboardTemplates, (project, input) =>
    answerPage(input, templatePages(project, templateListFilters(input.query)), dashboardTemplateBody),
  ),
  inProject(endpoints.createDashboardTemplate, async (project, { body }) =>
    dashboardTemplateBody(await createTemplate(project, body)),
  ),
  inProject(endpoints.retrieveTemplateSchema, (project) => retrieveTemplateSchema(project)),
  inProject(endpoints.retrieveDashboardTemplate, async (project, { params }) =>
    dashboardTemplateBody(await retrieveTemplate(project, params.id)),
  ),
  inProject(endpoints.updateDashboardTemplate, async (project, { params, body }) =>
    dashboardTemplateBody(await updateTemplate(project, params.id, body)),
  ),
  inProject(endpoints.destroyDashboardTemplate, () => refuseDelete('a template')),
]
