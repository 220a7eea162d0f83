import { accepts } from '../../tools/launch/processes/ports.ts'
import { printStep } from '../../tools/launch/terminal.ts'
import { UserError } from '../../tools/launch/user-error.ts'
import { pause } from '../../tools/launch/processes/process-identity.ts'
import type { ClusterLayout, ClusterNode } from './layout.ts'

/** Whether a request to the address succeeds. */
export async function isOk(url: string): Promise<boolean> {
  return (await statusOf(url)) === 200
}

async function statusOf(url: string): Promise<number> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3000) })
    await response.body?.cancel()
    return response.status
  } catch {
    // Not listening, or cut off.
    return 0
  }
}

/** Whether something listens on a port of this machine. */
export const connects = (port: number): Promise<boolean> => accepts(port, '127.0.0.1', 1000)

/** The node with Patroni's lock. */
export async function findLeader({ nodes }: ClusterLayout): Promise<ClusterNode | undefined> {
  const areLeaders = await Promise.all(nodes.map(({ address }) => isOk(`http://${address}:8008/primary`)))
  return nodes.find((_, index) => areLeaders[index])
}

/** Replicas that stream; `synchronous` for the one that confirms every commit. */
export async function findReplicas(
  { nodes }: ClusterLayout,
  kind: 'replica' | 'synchronous' = 'replica',
): Promise<ClusterNode[]> {
  const areReplicas = await Promise.all(nodes.map(({ address }) => isOk(`http://${address}:8008/${kind}`)))
  return nodes.filter((_, index) => areReplicas[index])
}

/**
 * Waits until `isDone` returns something.
 * @throws UserError after the time limit
 */
export async function waitFor<Result>(
  description: string,
  isDone: () => Promise<Result | undefined | false>,
  timeoutMs: number,
): Promise<Result> {
  const from = performance.now()
  let lastReport = from
  for (;;) {
    const result = await isDone()
    if (result !== undefined && result !== false) return result
    const now = performance.now()
    if (now - from > timeoutMs) throw new UserError(`${description}: not within ${timeoutMs / 1000} s`)
    if (now - lastReport > 5000) {
      lastReport = now
      printStep('waiting', `${description}, ${Math.round((now - from) / 1000)} s`)
    }
    await pause(100)
  }
}
