import type { TemplateOutline } from '../records/dashboard-size.ts'
import type { DashboardTemplate } from '../records/dashboard-template.ts'

/** What is asked about templates of dashboards. */
export interface DashboardTemplateReader {
  /** Deleted templates too. */
  find(projectId: number, templateId: string): Promise<DashboardTemplate | undefined>
  findLiveByName(projectId: number, templateName: string): Promise<DashboardTemplate | undefined>
  /** Live templates of a project by name, then id: a project has a handful, and lists merge them with the built-in ones. */
  list(projectId: number): Promise<readonly DashboardTemplate[]>
  /**
   * The same templates in the same order, without their documents: a template may have megabytes, and lists show only some
   * of them.
   */
  listOutlines(projectId: number): Promise<readonly TemplateOutline[]>
  /** Those of them that exist, deleted ones too, by name, then id. */
  findMany(projectId: number, templateIds: readonly string[]): Promise<readonly DashboardTemplate[]>
  countLive(projectId: number): Promise<number>
}

/** What is asked about templates of dashboards, and how it is changed. */
export interface DashboardTemplateTable extends DashboardTemplateReader {
  /** Names are unique among the live templates of a project (`dashboard_templates_live_name`). */
  insert(template: DashboardTemplate): Promise<void>
  /** Replaces everything but id, project, creator and `createdAt`. */
  update(template: DashboardTemplate): Promise<void>
}
