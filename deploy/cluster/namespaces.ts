import { execFileSync } from 'node:child_process'

/** Whether nodes can have networks of their own; otherwise they get loopback addresses, and none can be cut off. */
export function canUseNamespaces(): boolean {
  if (process.getuid?.() !== 0) return false
  try {
    execFileSync('ip', ['netns', 'list'], { stdio: 'ignore' })
    execFileSync('unshare', ['--net', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
