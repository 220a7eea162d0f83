// `npm test` and `npm run check`: installs dependencies, then runs the checks on the project's own Node.
import { ensureInstalled, runScript } from './launch/installed.mjs'

await ensureInstalled()
runScript('tools/checks/run-checks.ts', process.argv.slice(2))
