export const BEGINNINGS = ['template', 'blank', 'document'] as const
export type Beginning = (typeof BEGINNINGS)[number]

/** A dashboard that is being created. */
export interface DashboardDraft {
  readonly name: string
  readonly description: string
  readonly beginning: Beginning
  /** The name of a template. */
  readonly template: string
  /** A template as JSON text. */
  readonly document: string
}

/** A built-in template, which most users want. */
const FIRST_TEMPLATE = 'Flag usage'

export const EMPTY_DRAFT: DashboardDraft = {
  name: '',
  description: '',
  beginning: 'template',
  template: FIRST_TEMPLATE,
  document: '',
}
