// `npm test` and `npm run check`: installs what is missing, then runs every check on the project's own Node.
import { ensureInstalled, handOver } from './launch/installed.mjs'

await ensureInstalled()
handOver('tools/checks/run-checks.ts', process.argv.slice(2))
