export { type NodeListener, type NodeListenerOptions, nodeListener } from './node-listener.ts'
export { posthogScripts } from './posthog-scripts.ts'
export { type CloseOptions, type RunningServer, type ServeOptions, serve } from './serve.ts'
