/** How people call the command where it runs: what npm, npx or pnpm have started is not on their path by itself. */
export function ownCommand(env: NodeJS.ProcessEnv): string {
  return env.npm_config_user_agent === undefined ? 'flagdeck' : 'npx flagdeck'
}
