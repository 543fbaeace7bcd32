import type { TemplateOutline } from '../records/dashboard-size.ts'
import type { DashboardTemplate } from '../records/dashboard-template.ts'

/** Queries on templates of dashboards. */
export interface DashboardTemplateReader {
  /** Returns a template, also a deleted one. */
  find(projectId: number, templateId: string): Promise<DashboardTemplate | undefined>
  findLiveByName(projectId: number, templateName: string): Promise<DashboardTemplate | undefined>
  /**
   * Returns the live templates of a project by name, then by id. A project has only a few, and lists merge them with
   * the built-in ones.
   */
  list(projectId: number): Promise<readonly DashboardTemplate[]>
  /**
   * Returns the live templates by name, then by id, without their documents: a template may have megabytes, and a list
   * shows only some templates.
   */
  listOutlines(projectId: number): Promise<readonly TemplateOutline[]>
  /** Returns the existing ones, including deleted ones, by name, then by id. */
  findMany(projectId: number, templateIds: readonly string[]): Promise<readonly DashboardTemplate[]>
  countLive(projectId: number): Promise<number>
}

/** Queries on and changes of templates of dashboards. */
export interface DashboardTemplateTable extends DashboardTemplateReader {
  /** Adds a template. Names are unique among the live templates of a project (`dashboard_templates_live_name`). */
  insert(template: DashboardTemplate): Promise<void>
  /** Replaces all fields except id, project, creator and `createdAt`. */
  update(template: DashboardTemplate): Promise<void>
}
