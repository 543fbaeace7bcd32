import { settings } from '../../text/settings.ts'

interface Props {
  readonly of: { readonly count: number; readonly results: readonly unknown[] }
}

/** Notes that a list is longer than its page. */
export function Cut({ of: { count, results } }: Props) {
  if (count <= results.length) return null
  return <p class="quiet small">{settings.shown(results.length, count)}</p>
}
