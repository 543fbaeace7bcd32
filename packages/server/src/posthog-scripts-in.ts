import { posthogScripts } from '@flagdeck/http-node'
import { SettingsProblem } from './settings/settings-problem.ts'

/**
 * The scripts of posthog-js in the configured folder.
 * @throws SettingsProblem if there are none
 */
export function posthogScriptsIn(folder: string): ReturnType<typeof posthogScripts> {
  try {
    return posthogScripts(folder)
  } catch (error) {
    throw new SettingsProblem('environment', `FLAGDECK_POSTHOG_JS: ${error instanceof Error ? error.message : error}`)
  }
}
