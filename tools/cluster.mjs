// `npm run cluster`, on the project's own Node.
import { ensureInstalled, runScript } from './launch/installed.mjs'

await ensureInstalled()
runScript('deploy/cluster/run.ts', process.argv.slice(2))
