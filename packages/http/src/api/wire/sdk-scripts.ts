import type { StaticFile } from '../../rest/static-file.ts'

/** The scripts of posthog-js by the names that its pages request, such as `array.js`. */
export interface SdkScripts {
  /** The version of the package that contains them. */
  readonly version: string
  find(name: string): Promise<StaticFile | undefined>
}
