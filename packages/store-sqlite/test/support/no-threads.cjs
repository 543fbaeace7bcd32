// Preloaded with --require: every thread fails before its first line.
if (!require('node:worker_threads').isMainThread) throw new Error('No thread starts here.')
