/**
 * Preloaded into children: stops the child in an orderly way when the launcher requests it or dies. Signals alone
 * cannot do both on every system.
 */
function close(): void {
  const isHandled = process.emit('SIGTERM', 'SIGTERM')
  if (!isHandled) process.exit(143)
}

process.once('disconnect', close)
process.once('message', close)
// The listener must not keep a finished child alive.
process.channel?.unref()
