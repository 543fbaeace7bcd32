import { jsonBytes, utf8Bytes } from '../../foundation/json/json-bytes.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import type { Dashboard } from './dashboard.ts'
import type { DashboardTemplate } from './dashboard-template.ts'
import type { Insight } from './insight.ts'
import type { TextCard } from './text-card.ts'
import type { Tile } from './tile.ts'

/** The size of a live dashboard with everything that is loaded with it. */
export interface DashboardSize {
  readonly id: number
  /** The number of rows: the dashboard, its tiles including deleted ones, and one text or insight for each tile. */
  readonly rows: number
  /** Texts and compact JSON of these rows, in bytes of UTF-8. Content on several dashboards counts for each. */
  readonly bytes: number
}

/** A live template without its documents. */
export interface TemplateOutline extends Pick<DashboardTemplate, 'id' | 'templateName' | 'scope' | 'isFeatured'> {
  /** Texts and compact JSON of the whole template, in bytes of UTF-8. */
  readonly bytes: number
}

/** Returns the bytes that a dashboard itself adds to its {@link DashboardSize}. */
export function dashboardBytes(dashboard: Omit<Dashboard, 'createdBy'>): number {
  const { name, description, filters, variables, breakdownColors, quickFilterIds, tags } = dashboard
  return textBytes(name, description) + documentBytes(filters, variables, breakdownColors, quickFilterIds, tags)
}

/** Returns the bytes that a tile adds to its {@link DashboardSize}, without its content. */
export function tileBytes({ color, layouts, filtersOverrides }: Tile): number {
  return textBytes(color) + documentBytes(layouts, filtersOverrides)
}

/** Returns the bytes that a text adds to its {@link DashboardSize}. */
export function textCardBytes({ body }: Pick<TextCard, 'body'>): number {
  return textBytes(body)
}

/** Returns the bytes that an insight adds to its {@link DashboardSize}. */
export function insightBytes(insight: Omit<Insight, 'createdBy' | 'lastModifiedBy'>): number {
  const { name, derivedName, description, query, tags } = insight
  return textBytes(name, derivedName, description) + documentBytes(query, tags)
}

/** Returns the bytes of a {@link TemplateOutline}. */
export function templateBytes(template: Omit<DashboardTemplate, 'createdBy'>): number {
  const { templateName, dashboardDescription, dashboardFilters, tags, tiles, variables, imageUrl } = template
  return (
    textBytes(templateName, dashboardDescription, imageUrl) + documentBytes(dashboardFilters, tags, tiles, variables)
  )
}

function textBytes(...texts: readonly (string | null)[]): number {
  return texts.reduce((sum, text) => sum + utf8Bytes(text ?? ''), 0)
}

function documentBytes(...documents: readonly (JsonValue | object)[]): number {
  return documents.reduce<number>((sum, document) => sum + jsonBytes(document), 0)
}
