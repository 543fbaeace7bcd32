// Prints the OpenAPI document of the API, for docs/openapi.json.

import { flagdeckRoutes } from '../src/api/flagdeck-application.ts'
import { openApiOf } from '../src/api/handlers/schema.ts'

process.stdout.write(JSON.stringify(openApiOf(flagdeckRoutes.map((route) => route.endpoint))))
