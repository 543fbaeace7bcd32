import { posthogScripts } from '@flagdeck/http-node'
import { SettingsProblem } from './settings/settings-problem.ts'

/**
 * Returns the scripts of posthog-js in the configured folder.
 * @throws SettingsProblem if there are none
 */
export function posthogScriptsIn(folder: string): ReturnType<typeof posthogScripts> {
  try {
    return posthogScripts(folder)
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
    throw new SettingsProblem('environment', `${reason}: set FLAGDECK_POSTHOG_JS to the folder of an installed one.`)
  }
}
