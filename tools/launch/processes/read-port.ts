import { UserError } from '../user-error.ts'
import { blockedPorts } from './blocked-ports.ts'

/**
 * The port in a variable of the environment; `used` ports from it on are opened.
 * @throws UserError for one that browsers cannot open
 */
export function readPort(text: string | undefined, used = 1): number {
  const port = Number(text || 4000)
  if (!Number.isInteger(port) || port < 1 || port > 65_534) {
    throw new UserError(`PORT is ${text}, which is not a port number.`)
  }
  const blocked = Array.from({ length: used }, (_, at) => port + at).find((each) => blockedPorts.has(each))
  if (blocked !== undefined) {
    throw new UserError(
      `Browsers refuse to open port ${blocked}, which belongs to another protocol. Choose another port: PORT=${port + 10} npm start`,
    )
  }
  return port
}
