import type { DashboardTemplate } from '../../../data/records/dashboard-template.ts'
import type { JsonObject } from '../../../foundation/json/json-value.ts'

type TemplateParts = Pick<
  DashboardTemplate,
  'templateName' | 'dashboardDescription' | 'dashboardFilters' | 'tags' | 'tiles' | 'variables'
>

/** A template as JSON, from which dashboards can be created. */
export interface TemplateDocument extends JsonObject {
  readonly template_name: string
  readonly dashboard_description: string
  readonly dashboard_filters: JsonObject
  readonly tags: readonly string[]
  readonly tiles: readonly JsonObject[]
}

/** Returns the JSON of a stored or built-in template. */
export function templateDocument(template: TemplateParts): TemplateDocument {
  return {
    template_name: template.templateName,
    dashboard_description: template.dashboardDescription,
    dashboard_filters: template.dashboardFilters,
    tags: template.tags,
    tiles: template.tiles,
    variables: template.variables,
  }
}
