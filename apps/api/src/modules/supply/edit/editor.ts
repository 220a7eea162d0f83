import type { Actor } from '#api/audit/actor.ts'
import type { Db } from '#api/db/client.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'

export interface EditDeps {
  db: Db
  clock: Clock
  ids: Ids
}

/** A member of the selling team who edits one of its listings. */
export interface Editor {
  teamId: string
  accountId: string
  actor: Actor
}
