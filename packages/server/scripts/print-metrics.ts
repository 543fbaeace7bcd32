// Prints docs/metrics.md; `pnpm generate` writes it.
import { metricsDocument } from '../src/metrics/metrics-document.ts'

process.stdout.write(metricsDocument())
