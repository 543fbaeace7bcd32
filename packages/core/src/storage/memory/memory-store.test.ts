import { describeStore } from '../../testing/describe-store.ts'
import { memoryStore } from './memory-store.ts'

describeStore('memory store', {
  create: async () => {
    const store = memoryStore()
    return { store, dispose: () => store.close() }
  },
})
