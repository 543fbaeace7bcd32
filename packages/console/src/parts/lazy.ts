import { type ComponentType, createElement, type FunctionComponent } from 'preact'

/** A script or a style sheet that could not be loaded: the server is unavailable, or now has another version. */
export class NotLoaded extends Error {
  override readonly name = 'NotLoaded'
}

/**
 * Returns a component whose script is loaded when it is first rendered. After a failure, the next render loads it
 * again, unlike with `lazy` of Preact.
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
    throw loading // Suspense waits for this promise
  }
}
