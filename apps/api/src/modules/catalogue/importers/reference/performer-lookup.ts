import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import { matchKey } from '../../matching/match-key.ts'
import { retitlePairEvents } from '../../performers/retitle-events.ts'
import type { PerformerKind } from '../../proposals/proposal.ts'
import { insertUnderFreeSlug, moveToFreeSlug } from '../free-slug.ts'

export interface PerformerName {
  scope: string
  kind: PerformerKind
  countryCode: string | null
  name: string
  aliases: readonly string[]
}

export interface Performer {
  id: number
  name: string
  slug: string
}

/** In-memory lookup of performers in some scopes by any of their names. */
export interface PerformerLookup {
  find(scope: string, name: string): Performer | undefined
  /**
   * Finds or creates the performer and saves its missing names as aliases. `rename` makes the given name the
   * displayed one.
   */
  ensure(
    tx: Tx,
    performer: PerformerName,
    options?: { rename: boolean },
  ): Promise<'added' | 'changed' | 'unchanged'>
}

interface AliasRow extends Performer {
  scope: string
  name_key: string
}

export async function openPerformerLookup(tx: Tx, scopes: readonly string[]): Promise<PerformerLookup> {
  const { rows } = await sql<AliasRow>`
    select a.scope, a.name_key, p.id, p.name, p.slug
    from performer_aliases a join performers p on p.id = a.performer_id
    where a.scope = any(${[...new Set(scopes)]})`.execute(tx)
  const byId = new Map<number, Performer>()
  const byName = new Map<string, Performer>()
  for (const { scope, name_key: key, ...performer } of rows) {
    const existing = byId.get(performer.id) ?? performer
    byId.set(performer.id, existing)
    byName.set(`${scope}\n${key}`, existing)
  }

  // A second club with the same name gets its scope as part of the slug.
  async function insert(tx: Tx, { scope, kind, name, countryCode }: PerformerName): Promise<Performer> {
    return insertUnderFreeSlug({ name, qualifier: scope }, async (slug) => {
      const { rows: made } = await sql<Performer>`
        insert into performers (kind, name, slug, country_code) values (${kind}, ${name}, ${slug}, ${countryCode})
        on conflict (slug) do nothing returning id, name, slug`.execute(tx)
      return made[0]
    })
  }

  const find: PerformerLookup['find'] = (scope, name) => byName.get(`${scope}\n${matchKey(name)}`)
  return {
    find,
    async ensure(tx, requested, { rename } = { rename: false }) {
      const names = [requested.name, ...requested.aliases]
      const existing = names.map((name) => find(requested.scope, name)).find((found) => found !== undefined)
      const performer = existing ?? (await insert(tx, requested))
      const missing = [...new Set(names.map(matchKey))].filter(
        (key) => !byName.has(`${requested.scope}\n${key}`),
      )
      if (missing.length > 0) {
        await sql`
          insert into performer_aliases (scope, name_key, performer_id)
          select ${requested.scope}, key, ${performer.id} from unnest(${missing}::text[]) as key`.execute(tx)
      }
      for (const key of missing) byName.set(`${requested.scope}\n${key}`, performer)
      const isRenamed = rename && performer.name !== requested.name
      if (isRenamed) {
        await sql`update performers set name = ${requested.name} where id = ${performer.id}`.execute(tx)
        await moveToFreeSlug(tx, 'performers', { ...requested, id: performer.id, qualifier: requested.scope })
        await retitlePairEvents(tx, performer.id, { from: performer.name, to: requested.name })
        performer.name = requested.name
      }
      if (!existing) return 'added'
      return missing.length > 0 || isRenamed ? 'changed' : 'unchanged'
    },
  }
}
