/** The server does not start as it is configured; the message tells the operator all there is to know. */
export class StartRefusal extends Error {}

/** What the terminal shows of a start that failed: words where they suffice, the stack where somebody has to look into it. */
export function explainStart(error: unknown): unknown {
  if (error instanceof StartRefusal) return error.message
  const { code, syscall, address, port } = error instanceof Error ? (error as ListenError) : {} // its fields are optional
  if (code === undefined) return error
  if (syscall === 'connect') {
    return `The database at ${address}:${port} does not answer (${code}). Set DATABASE_URL to one that does.`
  }
  if (syscall !== 'listen') return error
  return code === 'EADDRINUSE'
    ? `Port ${port} at ${address} is in use by another program. Set PORT to another one.`
    : `The server cannot listen on port ${port} at ${address} (${code}). Set HOST and PORT to what this machine allows.`
}

type ListenError = NodeJS.ErrnoException & { address?: string; port?: number }
