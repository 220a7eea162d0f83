import { getPriority, platform, setPriority } from 'node:os'

/**
 * Lets the threads of requests run before the thread that calls this, which is never starved on a busy machine. Only Linux
 * applies it to one thread; elsewhere it would slow down the whole process, so nothing happens there.
 * @param niceness by how much to lower its priority; 19 is the lowest
 */
export function lowerThreadPriority(niceness: number): void {
  if (platform() === 'linux') setPriority(0, Math.min(19, getPriority(0) + niceness))
}
