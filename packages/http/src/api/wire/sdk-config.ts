import * as z from 'zod'

/**
 * What posthog-js asks for before anything else (PROTO-3): everything but flags is off. There is no
 * `surveys`, because posthog-js fetches the script for them whatever that field says, and only leaves it when the
 * field is missing (BROWSER-3).
 */
export const SDK_CONFIG = {
  supportedCompression: ['gzip', 'gzip-js'],
  hasFeatureFlags: true,
  sessionRecording: false,
  heatmaps: false,
  capturePerformance: false,
  autocaptureExceptions: false,
  autocapture_opt_out: true,
  toolbarParams: {},
  isAuthenticated: false,
  siteApps: [],
} as const

export const sdkConfigSchema = z
  .object({
    supportedCompression: z.array(z.string()),
    hasFeatureFlags: z.boolean(),
    sessionRecording: z.literal(false),
    heatmaps: z.literal(false),
    capturePerformance: z.literal(false),
    autocaptureExceptions: z.literal(false),
    autocapture_opt_out: z.boolean(),
    toolbarParams: z.record(z.string(), z.unknown()),
    isAuthenticated: z.boolean(),
    siteApps: z.array(z.unknown()),
  })
  .meta({ id: 'SdkConfiguration' })

/** The script that leaves the configuration where posthog-js looks for it. */
export function sdkConfigScript(token: string): string {
  const { siteApps, ...config } = SDK_CONFIG
  const known = 'window._POSTHOG_REMOTE_CONFIG'
  const entry = JSON.stringify({ config, siteApps })
  return `(function(){${known}=${known}||{};${known}[${scriptText(token)}]=${entry};})();\n`
}

/** Text as a JavaScript literal that also holds inside an HTML page. */
function scriptText(text: string): string {
  return JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
