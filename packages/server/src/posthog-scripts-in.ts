import { posthogScripts } from '@flagdeck/http-node'
import { SettingsProblem } from './settings/settings-problem.ts'

/**
 * The scripts of posthog-js in the folder that the settings name.
 * @throws SettingsProblem where there are none
 */
export function posthogScriptsIn(folder: string): ReturnType<typeof posthogScripts> {
  try {
    return posthogScripts(folder)
  } catch (error) {
    throw new SettingsProblem('environment', `FLAGDECK_POSTHOG_JS: ${error instanceof Error ? error.message : error}`)
  }
}
