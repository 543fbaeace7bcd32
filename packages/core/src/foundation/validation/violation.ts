/** One rule that an input breaks. */
export interface Violation {
  /** The code clients switch on, such as `unique` or `cross_field.variant_keys_not_unique`. */
  readonly code: string
  readonly detail: string
  /** The field, in camel case, nested parts joined by `__`; null when the rule is about the whole object. */
  readonly attr: string | null
}

export function violation(attr: string | null, code: string, detail: string): Violation {
  return { code, detail, attr }
}
