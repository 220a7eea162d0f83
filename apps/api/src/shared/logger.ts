import { pino, type Logger } from 'pino'

/**
 * The process's log: JSON lines on standard output. Lines leave in batches, at the latest after a fifth of a second and
 * at the process's end: one write a line costs a busy server as much as all that it does in between.
 */
export function createLogger(level: string): Logger {
  return pino(
    { level, redact: ['req.headers.authorization'] },
    pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 }),
  )
}
