import type { FastifyBaseLogger } from 'fastify'
import type { Roles } from '#api/config/server.ts'
import type { Db } from '#api/db/client.ts'
import { createBackgroundLoop } from '#api/shared/concurrency/background-loop.ts'
import { checkKeys } from './check-keys.ts'
import { fingerprintsOf, type InstallationKeys } from './key-fingerprints.ts'
import { recordProcess, removeProcess } from './processes.repo.ts'

/** A quarter of the four seconds without a heartbeat after which process_is_running.sql treats the process as stopped. */
const intervalMs = 1000
const roleNames = ['web', 'worker'] as const

export interface ProcessRegistration {
  id: string
  /**
   * The owner to store with a lease. Once this process stops sending heartbeats, other processes take the lease over. An
   * owner made before `start` names no process, so its lease is free only when it is released or expires.
   */
  leaseOwner(workId: string): string
  /**
   * Registers the process and sends a heartbeat every second.
   * @throws StartupError if its keys are not those of the installation
   */
  start(): Promise<void>
  stop(): Promise<void>
}

/** Registers this process in the table `processes`, so that others take over its work once it has stopped. */
export function createProcessRegistration({
  db,
  id,
  roles,
  origins,
  keys,
  logger,
}: {
  db: Db
  id: string
  roles: Roles
  /** Where clients can reach it. */
  origins: readonly string[]
  keys: InstallationKeys
  logger: FastifyBaseLogger
}): ProcessRegistration {
  let isRegistered = false
  let fingerprints: ReturnType<typeof fingerprintsOf> | undefined
  const record = () =>
    recordProcess(db, {
      id,
      roles: roleNames.filter((role) => roles[role]),
      fingerprints: (fingerprints ??= fingerprintsOf(keys)),
      origins,
    })
  const heartbeat = createBackgroundLoop({
    intervalMs,
    work: record,
    onError: (error) => logger.warn({ err: error }, 'could not renew the registration of this process'),
  })
  return {
    id,
    leaseOwner: (workId) => (isRegistered ? `${id}/${workId}` : workId),
    async start() {
      await record()
      try {
        await checkKeys(db, { id, keys, fingerprints: (fingerprints ??= fingerprintsOf(keys)) })
      } catch (error) {
        await removeProcess(db, id)
        throw error
      }
      isRegistered = true
      heartbeat.start()
    },
    async stop() {
      await heartbeat.stop()
      if (!isRegistered) return
      isRegistered = false
      await removeProcess(db, id).catch((error: unknown) =>
        logger.warn({ err: error }, 'could not remove the registration of this process; it will expire'),
      )
    },
  }
}
