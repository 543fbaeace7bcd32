export type { ServerOptions } from './settings/read-settings.ts'
export { type RunningServer, startServer } from './start-server.ts'
