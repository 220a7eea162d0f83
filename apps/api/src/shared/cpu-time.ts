/**
 * Milliseconds that this thread has computed since `from`, a result of `process.threadCpuUsage()`. Only between two
 * points without an `await` is it the work of one request.
 */
export function cpuMsSince(from: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(from)
  return (user + system) / 1000
}
