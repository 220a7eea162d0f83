import type { FastifyBaseLogger } from 'fastify'
import type { Roles } from '#api/config/server.ts'
import type { Db } from '#api/db/client.ts'
import { createBackgroundLoop } from '#api/shared/concurrency/background-loop.ts'
import { recordProcess, removeProcess } from './processes.repo.ts'

/** A quarter of the time after which lease_is_free.sql considers the process gone. */
const intervalMs = 1000
const roleNames = ['web', 'worker'] as const

export interface ProcessRegistration {
  id: string
  /** Owner of a lease that ends with this process; before `start`, one that only runs out. */
  leaseOwner(secret: string): string
  /** Registers the process and keeps it known. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Makes this process known to the others, which take over its work once it has gone. */
export function createProcessRegistration({
  db,
  id,
  roles,
  logger,
}: {
  db: Db
  id: string
  roles: Roles
  logger: FastifyBaseLogger
}): ProcessRegistration {
  let isRegistered = false
  const record = () => recordProcess(db, { id, roles: roleNames.filter((role) => roles[role]) })
  const heartbeat = createBackgroundLoop({
    intervalMs,
    work: record,
    onError: (error) => logger.warn({ err: error }, 'could not renew the registration of this process'),
  })
  return {
    id,
    leaseOwner: (secret) => (isRegistered ? `${id}/${secret}` : secret),
    async start() {
      await record()
      isRegistered = true
      heartbeat.start()
    },
    async stop() {
      await heartbeat.stop()
      if (!isRegistered) return
      isRegistered = false
      await removeProcess(db, id).catch((error: unknown) =>
        logger.warn({ err: error }, 'could not remove the registration of this process; it runs out'),
      )
    },
  }
}
