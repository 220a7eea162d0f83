import { teamActivityRoutes, type activityGroups, type WireActivity } from '@terrace/contracts/team-activity'
import { deviceName } from '@terrace/domain/devices/device-name'
import { csvText } from '@terrace/domain/text/csv-text'
import { actorOf } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import { readTeamEntries, type TeamEntry, type TeamEntryFilter } from '#api/audit/team-entries.repo.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { pageMetaOf } from '#api/http/page-meta.ts'
import { ipLimitKey } from '#api/shared/http/ip-limit-key.ts'
import { networkOf } from '#api/shared/http/network-of.ts'
import { isOwner } from '../assert-owner.ts'
import { teamErrors } from '../teams.errors.ts'
import { actionText, detailText } from './activity-texts.ts'

type Group = (typeof activityGroups)[number]

/** The first word of the kinds of each group. */
const topicsOf: Readonly<Record<Group, readonly string[]>> = {
  access: ['login', 'session', 'password', 'factor', 'handover', 'rate'],
  team: ['team', 'account', 'calendar'],
  orders: ['order', 'refund', 'dispute', 'card', 'ticket', 'payment'],
  listings: ['listing', 'inventory', 'import', 'catalogue', 'content'],
  quotes: ['quote'],
  data: ['privacy', 'encryption'],
}

const maxExported = 20_000

interface ActivityDeps {
  db: Db
  /** May be some seconds behind. */
  reads: Db
  config: { brand: string }
}

interface ActivityQuery {
  search?: string | undefined
  group?: Group | undefined
  from?: string | undefined
  to?: string | undefined
}

/** A team's audit log, for its owners. */
export function mountTeamActivity(http: HttpContext, { db, reads, config }: ActivityDeps): void {
  const others = {
    support: `${config.brand} support`,
    server: config.brand,
    visitor: 'Not logged in',
    other_team: 'Another team',
  } as const
  const otherKinds = Object.keys(others) as (keyof typeof others)[]

  async function filterFor(
    account: { teamId: string; accountId: string },
    { search, group, from, to }: ActivityQuery,
  ): Promise<TeamEntryFilter> {
    if (!(await isOwner(db, account))) throw teamErrors.make('team.not_owner')
    const text = search?.trim().toLowerCase() ?? ''
    return {
      teamId: account.teamId,
      topics: group && topicsOf[group],
      from,
      to,
      ...(text !== '' && {
        person: text,
        others: otherKinds.filter((by) => others[by].toLowerCase().includes(text)),
      }),
    }
  }

  function present(entry: TeamEntry): WireActivity {
    const { id, at, kind, by, actor, subject, ipAddress, userAgent, details } = entry
    return {
      id: String(id),
      at: at.toISOString(),
      person: by === 'member' ? (actor ?? '') : others[by],
      action: actionText(kind),
      detail: [subject ?? '', detailText(kind, details)].filter((part) => part !== '').join(' · '),
      network: networkOf(ipLimitKey(ipAddress)),
      device: userAgent === '' ? '' : deviceName(userAgent),
    }
  }

  mountRoute(http, teamActivityRoutes.list, async ({ account, query }) => {
    const { page, per_page: perPage, ...wanted } = query
    const filter = await filterFor(account, wanted)
    const { entries, total } = await readTeamEntries(reads, filter, {
      limit: perPage,
      offset: (page - 1) * perPage,
    })
    return {
      data: entries.map(present),
      meta: pageMetaOf(total, page, perPage),
    }
  })

  mountRoute(http, teamActivityRoutes.export, async ({ account, query, request }) => {
    const filter = await filterFor(account, query)
    const { entries, total } = await readTeamEntries(reads, filter, { limit: maxExported, offset: 0 })
    if (total > maxExported) throw teamErrors.make('team.activity_too_large')
    await inTransaction(db, (tx) =>
      recordChanges(tx, actorOf(account, request), {
        kind: 'team.activity_exported',
        details: { count: total },
      }),
    )
    const rows = entries.map(present)
    return {
      data: {
        filename: 'activity.csv',
        csv: csvText([
          ['Time (UTC)', 'Person', 'Action', 'Detail', 'Network', 'Device'],
          ...rows.map(({ at, person, action, detail, network, device }) => [
            at.slice(0, 19).replace('T', ' '),
            person,
            action,
            detail,
            network,
            device,
          ]),
        ]),
      },
    }
  })
}
