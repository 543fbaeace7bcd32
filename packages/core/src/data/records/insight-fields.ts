import type { Insight } from './insight.ts'
import type { InputName, RecordField, WireName } from './record-field.ts'

type InsightField = Omit<RecordField, 'document'> // in documents, insights are tiles of dashboards

/** All fields of an insight and their use outside the store. Changes are listed in this order. */
export const INSIGHT_FIELDS = {
  name: { wire: 'name', input: 'name', told: true },
  derivedName: { wire: 'derived_name', input: 'derivedName', told: true },
  description: { wire: 'description', input: 'description', told: true },
  query: { wire: 'query', input: 'query', told: true },
  tags: { wire: 'tags', input: 'tags', told: true },
  favorited: { wire: 'favorited', input: 'favorited', told: true },
  saved: { wire: 'saved', input: 'saved', told: true },
  deleted: { wire: 'deleted', input: 'deleted', told: true },
  id: { wire: 'id', input: null, told: false },
  projectId: { wire: null, input: null, told: false },
  shortId: { wire: 'short_id', input: null, told: false },
  isSample: { wire: 'is_sample', input: null, told: false },
  deletionId: { wire: null, input: null, told: false },
  createdBy: { wire: 'created_by', input: null, told: false },
  createdAt: { wire: 'created_at', input: null, told: false },
  updatedAt: { wire: 'updated_at', input: null, told: false },
  lastModifiedAt: { wire: 'last_modified_at', input: null, told: false },
  lastModifiedBy: { wire: 'last_modified_by', input: null, told: false },
} as const satisfies Record<keyof Insight, InsightField>

/** The names of the fields of an insight in the API. */
export type InsightWireName = WireName<typeof INSIGHT_FIELDS>
export type InsightInputName = InputName<typeof INSIGHT_FIELDS>
