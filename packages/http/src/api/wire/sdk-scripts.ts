import type { StaticFile } from '../../rest/static-file.ts'

/** The scripts of posthog-js by the names under which its pages ask for them, such as `array.js`. */
export interface SdkScripts {
  /** Of the package that they are from. */
  readonly version: string
  find(name: string): Promise<StaticFile | undefined>
}
