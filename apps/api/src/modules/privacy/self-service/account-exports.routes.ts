import { Readable } from 'node:stream'
import { accountExportsRoutes, type WireAccountExport } from '@terrace/contracts/account-exports'
import { slugify } from '@terrace/domain/text/slug'
import { actorOf } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { RetentionDays } from '#api/config/retention.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import type { FileStore } from '#api/files/file-store.port.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import type { Ids } from '#api/shared/ids.ts'
import { privacyErrors } from '../privacy.errors.ts'
import {
  deleteExport,
  findLatestExport,
  findStoredExport,
  insertExport,
  type AccountExport,
} from './account-exports.repo.ts'
import { readParts } from './encrypted-parts.ts'

interface AccountExportsDeps {
  db: Db
  clock: Clock
  ids: Ids
  outbox: Pick<OutboxTail, 'wake'>
  files: FileStore
  fieldCipher: FieldCipher
  config: { brand: string; retentionDays: RetentionDays }
}

const dayMs = 86_400_000

/** An account's export of its own data: request, state, download and removal. */
export function mountAccountExports(http: HttpContext, deps: AccountExportsDeps): void {
  const { db, clock, ids, outbox, config } = deps
  const retentionDays = config.retentionDays.account_exports
  const expiredAt = () => new Date(clock.now().getTime() - retentionDays * dayMs)
  const filename = `${slugify(config.brand) || 'account'}-data.zip`

  function present({ id, state, requestedAt, endedAt, size }: AccountExport): WireAccountExport {
    const isReady = state === 'ready' && endedAt !== null
    return {
      id,
      state,
      requested_at: requestedAt.toISOString(),
      size: isReady ? size : null,
      expires_at: isReady ? new Date(endedAt.getTime() + retentionDays * dayMs).toISOString() : null,
    }
  }

  async function storedExport(id: string, accountId: string) {
    const stored = await findStoredExport(db, { id, accountId, expiredAt: expiredAt() })
    if (!stored) throw privacyErrors.make('privacy.export_not_found')
    return stored
  }

  mountRoute(http, accountExportsRoutes.read, async ({ account: { accountId } }) => {
    const found = await findLatestExport(db, accountId)
    const isExpired = found?.endedAt && found.endedAt < expiredAt()
    return {
      data: {
        export: found && !isExpired ? present(found) : null,
        retention_days: retentionDays,
        erased_after_days: config.retentionDays.closed_accounts,
      },
    }
  })

  mountRoute(http, accountExportsRoutes.request, async ({ account, request }) => {
    const { accountId } = account
    const added = await inTransaction(db, async (tx) => {
      const id = ids.next('exp')
      const inserted = await insertExport(tx, { id, accountId, expiredAt: expiredAt() })
      if (!inserted) throw privacyErrors.make('privacy.export_exists')
      await recordChanges(tx, actorOf(account, request), {
        kind: 'privacy.export_requested',
        accountId,
        details: { export_id: id },
      })
      await recordEvents(tx, [
        {
          topic: 'account.security_changed',
          subject: accountId,
          payload: { accountId, change: 'data_export_requested' },
        },
      ])
      return inserted
    })
    outbox.wake()
    return { data: present(added) }
  })

  mountRoute(http, accountExportsRoutes.download, async ({ params: { id }, account }) => {
    await storedExport(id, account.accountId)
    return { data: { path: `/settings/account/export/${id}/file`, filename } }
  })

  mountRoute(http, accountExportsRoutes.remove, async ({ params: { id }, account, request }) => {
    await inTransaction(db, async (tx) => {
      const { accountId } = account
      if (!(await deleteExport(tx, { id, accountId }))) throw privacyErrors.make('privacy.export_not_found')
      await recordChanges(tx, actorOf(account, request), {
        kind: 'privacy.export_deleted',
        accountId,
        details: { export_id: id },
      })
    })
    return { data: { status: true } }
  })

  http.app.get<{ Params: { id: string } }>(
    '/settings/account/export/:id/file',
    { compress: false },
    async (request, reply) => {
      const account = await http.authenticate(request)
      await http.requireReauthentication(account)
      const { id } = request.params
      const stored = await storedExport(id, account.accountId)
      const parts = readParts(deps, { ...stored, id })
      // The first part is read here, so that a lost file is an error and not an empty download.
      const first = await parts.next()
      await inTransaction(db, (tx) =>
        recordChanges(tx, actorOf(account, request), {
          kind: 'privacy.export_downloaded',
          accountId: account.accountId,
          details: { export_id: id },
        }),
      )
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-length': stored.size,
          'content-disposition': `attachment; filename="${filename}"`,
          'cache-control': 'private, no-store',
        })
        .send(Readable.from(startingWith(first, parts), { objectMode: false }))
    },
  )
}

async function* startingWith(
  first: IteratorResult<Uint8Array, unknown>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.done !== true) yield first.value
  yield* rest
}
