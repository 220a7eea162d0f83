import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { UserError } from '../../tools/launch/user-error.ts'
import { databaseUrl, type ClusterLayout } from './layout.ts'
import { terraceOf, terraceVariables } from './cluster-processes.ts'
import { startProcess } from './start-cluster.ts'

const projectFolder = resolve(import.meta.dirname, '../..')

/**
 * Runs `npm run restore:settle` with the environment of the processes, before they start: payments that the restored
 * database does not know are returned.
 * @throws UserError if it fails
 */
export async function settleRestored(layout: ClusterLayout): Promise<void> {
  const provider = terraceOf(layout).find(({ name }) => name === 'sandbox')
  if (provider) await startProcess(layout, provider)
  const child = spawn(
    process.execPath,
    [join(projectFolder, 'apps/api/src/cli/settle-restored.ts'), '--return-lost-payments'],
    {
      cwd: projectFolder,
      env: {
        ...process.env,
        ...terraceVariables(layout),
        DATABASE_URL: databaseUrl(layout, layout.ports.leader),
      },
      stdio: 'inherit',
    },
  )
  const code = await new Promise<number | null>((done) => {
    child.once('exit', done)
  })
  if (code !== 0) throw new UserError('The restored database is not settled yet; see above.')
}
