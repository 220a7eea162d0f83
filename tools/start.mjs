// `npm start` and `npm run dev`: installs dependencies, then starts Terrace on the project's own Node.
import { ensureInstalled, runScript } from './launch/installed.mjs'

await ensureInstalled()
runScript('tools/launch/start.ts', process.argv.slice(2))
