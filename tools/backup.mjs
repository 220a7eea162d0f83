// `npm run backup` and `npm run restore`, on the project's own Node.
import { ensureInstalled, runScript } from './launch/installed.mjs'

const [command, ...args] = process.argv.slice(2)
await ensureInstalled()
runScript(`tools/launch/backup/run-${command}.ts`, args)
