import type { DashboardTemplate } from '../records/dashboard-template.ts'

/** What is asked about templates of dashboards. */
export interface DashboardTemplateReader {
  /** Deleted templates too. */
  find(projectId: number, templateId: string): Promise<DashboardTemplate | undefined>
  findLiveByName(projectId: number, templateName: string): Promise<DashboardTemplate | undefined>
  /** Live templates of a project by name, then id: a project has a handful, and lists merge them with the built-in ones. */
  list(projectId: number): Promise<readonly DashboardTemplate[]>
  countLive(projectId: number): Promise<number>
}

/** What is asked about templates of dashboards, and how it is changed. */
export interface DashboardTemplateTable extends DashboardTemplateReader {
  /** Names are unique among the live templates of a project (`dashboard_templates_live_name`). */
  insert(template: DashboardTemplate): Promise<void>
  /** Replaces everything but id, project, creator and `createdAt`. */
  update(template: DashboardTemplate): Promise<void>
}
