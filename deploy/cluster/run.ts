import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { migrateDatabase, seedDatabase } from '../../tools/launch/database/database.ts'
import { readArguments, runCommand } from '../../tools/launch/run-command.ts'
import { secondsSince } from '../../tools/launch/terminal.ts'
import { UserError } from '../../tools/launch/user-error.ts'
import { ensureWebBuilt } from '../../tools/launch/web/web-build.ts'
import { engineProblem, findEngines } from './engines.ts'
import { assertPortsFree, clusterFolder, defaultPort, openLayout, type ClusterLayout } from './layout.ts'
import { terraceOf, terraceVariables } from './cluster-processes.ts'
import { environmentLines } from './environment-lines.ts'
import { takeBackup } from './prepare-database.ts'
import { printStatus } from './print-status.ts'
import { readTime, restoreCluster } from './restore-cluster.ts'
import { settleRestored } from './settle-restored.ts'
import { startEngines, startTerrace } from './start-cluster.ts'
import { killCluster, stopCluster } from './stop-cluster.ts'
import { readPort } from './subnet.ts'

const usage = `Usage: npm run cluster -- up                      starts what does not run yet
       npm run cluster -- down [--delete-data]    stops everything
       npm run cluster -- status
       npm run cluster -- env                     prints the variables of web1, with their secrets, for a shell
       npm run cluster -- backup                  takes a full backup
       npm run cluster -- restore --to <time>     restores the database to a point in time
       npm run cluster -- settle                  settles a restored database with the payment provider
Each with --port <first port>, a multiple of 100; ${defaultPort} unless given.`

await runCommand(async (stopping) => {
  const { values, positionals } = readArguments(usage, () =>
    parseArgs({
      allowPositionals: true,
      options: {
        port: { type: 'string', default: String(defaultPort) },
        to: { type: 'string' },
        'delete-data': { type: 'boolean', default: false },
      },
    }),
  )
  const [command = ''] = positionals
  const port = readPort(values.port)
  const commands: Record<string, () => Promise<void>> = {
    up: () => {
      assertPortsFree(port, 'user')
      return start(open(port), stopping)
    },
    down: async () => {
      if (!existsSync(clusterFolder(port))) return console.log('No cluster is there.')
      const layout = open(port)
      await (values['delete-data'] ? killCluster(layout) : stopCluster(layout))
      if (values['delete-data']) rmSync(layout.folder, { recursive: true, force: true })
      console.log(values['delete-data'] ? 'Stopped and deleted.' : `Stopped; data stay in ${layout.folder}.`)
    },
    status: () => printStatus(open(port)),
    env: async () => printEnvironment(port),
    backup: () => takeBackup(open(port)),
    restore: async () => {
      const time = readTime(values.to)
      await restoreCluster(open(port), time)
      console.log('Next: npm run cluster -- settle, then npm run cluster -- up')
    },
    settle: () => settleRestored(open(port)),
  }
  const run = commands[command]
  if (!run) throw new UserError(usage)
  await run()
})

function open(port: number): ClusterLayout {
  const found = findEngines()
  if ('engines' in found) return openLayout(found.engines, port)
  throw new UserError(`The cluster cannot run: ${engineProblem() ?? ''}`)
}

/** Secrets go to standard output alone. */
function printEnvironment(port: number): void {
  if (!existsSync(clusterFolder(port))) throw new UserError('No cluster is there.')
  const web1 = terraceOf(open(port)).find(({ name }) => name === 'web1')
  console.log(environmentLines(web1?.plan.env ?? {}))
}

async function start(layout: ClusterLayout, stopping: AbortSignal): Promise<void> {
  const isFirst = !existsSync(join(layout.folder, 'processes.json'))
  await ensureWebBuilt()
  await startEngines(layout)
  const { DATABASE_DIRECT_URL: directUrl = '', DATA_DIR: dataFolder = '' } = terraceVariables(layout)
  await migrateDatabase(directUrl)
  await seedDatabase(
    { DATABASE_URL: directUrl, DATA_DIR: dataFolder },
    { name: 'demo data', args: [] },
    stopping,
  )
  await startTerrace(layout)
  if (isFirst) await takeBackup(layout)
  await printStatus(layout)
  console.log(
    `\nReady after ${secondsSince()}: http://localhost:${layout.ports.site}\nLog in as buyer or seller; the password is terrace-demo`,
  )
}
