import { memoryStore } from '@flagdeck/core'
import { describeStore } from './describe-store.ts'

describeStore('memory store', {
  create: async () => {
    const store = memoryStore()
    return { store, dispose: () => store.close() }
  },
})
