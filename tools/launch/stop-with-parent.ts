/**
 * Loaded before a child's own code: ends the child, in its own orderly way, when the launcher asks for it or dies.
 * Signals alone do neither on every system.
 */
function close(): void {
  const isHandled = process.emit('SIGTERM', 'SIGTERM')
  if (!isHandled) process.exit(143)
}

process.once('disconnect', close)
process.once('message', close)
// Listening must not keep a child alive that has nothing left to do.
process.channel?.unref()
