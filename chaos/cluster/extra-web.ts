import { serverProcess } from '../../deploy/cluster/cluster-processes.ts'
import type { ClusterLayout } from '../../deploy/cluster/layout.ts'
import { stopRecorded } from '../../deploy/cluster/running-processes.ts'
import { startProcess } from '../../deploy/cluster/start-cluster.ts'
import { trialVariables } from './trial.ts'

/** Web processes with settings of their own, which HAProxy does not know. Their ports follow those of the others. */
const portOffsets = { web8: 7, web9: 8 }
export type ExtraWeb = keyof typeof portOffsets

/** Starts one, waits until it is ready, and returns its port. */
export async function startExtraWeb(
  layout: ClusterLayout,
  name: ExtraWeb,
  settings: Record<string, string>,
): Promise<number> {
  const port = layout.ports.site + portOffsets[name]
  const env = { ...trialVariables, ...settings }
  await startProcess(layout, serverProcess(layout, { name, port, role: 'web', env }))
  return port
}

export async function stopExtraWeb(layout: ClusterLayout, name: ExtraWeb): Promise<void> {
  await stopRecorded(layout, name, 20_000)
}
