import * as z from 'zod'

/**
 * The configuration that posthog-js requests first (PROTO-3): everything but flags is off. It has no `surveys`:
 * posthog-js loads the script for surveys whatever that field contains, and skips it only when the field is missing
 * (BROWSER-3).
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

/** The script that stores the configuration where posthog-js expects it. */
export function sdkConfigScript(token: string): string {
  const { siteApps, ...config } = SDK_CONFIG
  const known = 'window._POSTHOG_REMOTE_CONFIG'
  const entry = JSON.stringify({ config, siteApps })
  return `(function(){${known}=${known}||{};${known}[${scriptText(token)}]=${entry};})();\n`
}

/** Text as a JavaScript literal that is also safe inside an HTML page. */
function scriptText(text: string): string {
  return JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
