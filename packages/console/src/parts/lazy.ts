import { type ComponentType, createElement, type FunctionComponent } from 'preact'

/** A script or a style that was not to be had: the server is away, or has another version by now. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded'
}

/**
 * A component whose script comes when it is first shown. One that could not be loaded is asked for anew by whoever shows it
 * again, which the `lazy` of Preact would not do.
 */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): FunctionComponent<Props> {
  let found: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  let failure: NotLoaded | undefined
  const begin = () =>
    load().then(
      (component) => {
        found = component
      },
      (cause: unknown) => {
        failure = new NotLoaded(String(cause), { cause })
      },
    )
  return function Lazy(props) {
    if (found) return createElement(found, props)
    const told = failure
    if (told) {
      failure = loading = undefined
      throw told
    }
    loading ??= begin()
    throw loading // what Suspense waits for
  }
}
