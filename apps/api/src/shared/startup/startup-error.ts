/** The configuration does not allow the server to start; the message is complete for the operator. */
export class StartupError extends Error {}

/** PostgreSQL's code for a table that does not exist. */
const missingTable = '42P01'

/** Message for known startup errors, otherwise the error with its stack. */
export function explainStartupError(error: unknown): unknown {
  if (error instanceof StartupError) return error.message
  // All fields of ListenError are optional.
  const { code, syscall, address, port } = error instanceof Error ? (error as ListenError) : {}
  if (code === undefined) return error
  if (code === missingTable)
    return 'The database does not have the tables of this release. `npm start` creates them, and so does `npm run db:migrate`.'
  if (syscall === 'connect') {
    return `Cannot reach the database at ${address}:${port} (${code}). Check DATABASE_URL and that PostgreSQL is running.`
  }
  if (syscall !== 'listen') return error
  return code === 'EADDRINUSE'
    ? `Port ${port} on ${address} is already in use. Set PORT to another port.`
    : `Cannot listen on port ${port} of ${address} (${code}). Set HOST and PORT to values this machine allows.`
}

type ListenError = NodeJS.ErrnoException & { address?: string; port?: number }
