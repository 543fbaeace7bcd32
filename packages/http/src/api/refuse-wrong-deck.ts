import type { Context } from '@flagdeck/core'

/** The options of an application before validation. */
interface GivenOptions {
  readonly console?: { readonly get?: unknown }
  readonly publicUrl?: string | undefined
}

/**
 * Refuses mistakes that would fail every request, with the option's name, for callers without a type checker (HTTP-88).
 */
export function refuseWrongDeck(ctx: Partial<Context> | undefined, options: GivenOptions): void {
  if (ctx?.snapshots === undefined) {
    throw new TypeError('flagdeckApplication requires the context of a deck: flagdeckApplication(deck.context).')
  }
  if (options.console && typeof options.console.get !== 'function') {
    throw new TypeError('The option console requires the files of the console: { console: consoleFiles() }.')
  }
  const { publicUrl } = options
  if (publicUrl !== undefined && !/^https?:\/\/./.test(publicUrl)) {
    throw new TypeError('The option publicUrl must be an http or https URL, such as https://flags.example.com.')
  }
}
