export type { Store } from './storage/store.ts'
