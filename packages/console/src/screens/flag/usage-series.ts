import type { Output } from '../../api/call.ts'
import type { Series } from '../../parts/chart/chart.tsx'
import { usageText } from '../../text/flag-page.ts'

type Usage = Output<'retrieveFlagUsage'>

/** Returns the name of a counted variant. */
export function variantText(variant: string | null): string {
  if (variant === null) return usageText.noAnswer
  if (variant === '$other') return usageText.other
  if (variant === 'true') return usageText.true
  return variant === 'false' ? usageText.false : variant
}

/**
 * Returns a series for each variant of a flag, in their order, so that each has the same colour everywhere. Series for
 * all other results follow. A moment without calls is 0.
 */
export function callsByVariant({ buckets }: Pick<Usage, 'buckets'>, keys: readonly string[]): readonly Series[] {
  const answered = new Set(buckets.flatMap((bucket) => bucket.variants.map(({ variant }) => variant)))
  const others = [...answered].filter((variant) => variant === null || !keys.includes(variant))
  return [...keys, ...others.sort(byText)].map((variant) => ({
    label: variantText(variant),
    values: buckets.map((bucket) => bucket.variants.find((each) => each.variant === variant)?.count ?? 0),
  }))
}

function byText(one: string | null, other: string | null): number {
  return (one ?? '').localeCompare(other ?? '')
}
