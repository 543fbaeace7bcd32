/** Returns how users call the command here: a command that npm, npx or pnpm started is usually not on their path. */
export function ownCommand(env: NodeJS.ProcessEnv): string {
  return env.npm_config_user_agent === undefined ? 'flagdeck' : 'npx flagdeck'
}
