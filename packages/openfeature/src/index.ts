export { flagdeckProvider } from './flagdeck-provider.ts'
