// `npm start` and `npm run dev`: installs what is missing, then starts Terrace on the project's own Node.
import { ensureInstalled, handOver } from './launch/installed.mjs'

await ensureInstalled()
handOver('tools/launch/start.ts', process.argv.slice(2))
