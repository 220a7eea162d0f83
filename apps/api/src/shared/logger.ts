import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino'

/**
 * The process's log: JSON lines on standard output. Lines leave in batches, at the latest after a fifth of a second and
 * at the process's end: one write a line costs a busy server as much as all that it does in between.
 */
export function createLogger(level: string, stream?: DestinationStream): Logger {
  return pino(
    { level, serializers: { err: errorForLog, req: requestForLog } },
    stream ?? pino.destination({ dest: 1, sync: false, minLength: 12_288, periodicFlush: 200 }),
  )
}

interface LoggedRequest {
  method: string
  url: string
  host: string
  ip: string
  socket: { remotePort?: number | undefined }
}

/** What a log may keep of a request: none of its headers, which hold what opens something for its bearer. */
function requestForLog({ method, url, host, ip, socket }: LoggedRequest) {
  return { method, url, host, remoteAddress: ip, remotePort: socket.remotePort }
}

/**
 * What a log may keep of an error. A database error tells the row that it is about, word for word: an e-mail address that
 * is taken twice, a whole account that breaks a rule.
 */
const errorForLog = stdSerializers.wrapErrorSerializer((error) => {
  for (const name of tellingFields) if (name in error) error[name] = '[withheld]'
  return error
})

const tellingFields = ['detail', 'where', 'internalQuery', 'parameters']
