import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import { matchKey } from '../match-key.ts'
import { insertUnderFreeSlug, moveToFreeSlug } from './free-slug.ts'

export interface PerformerName {
  scope: string
  kind: 'team' | 'artist'
  countryCode: string | null
  name: string
  aliases: readonly string[]
}

export interface Performer {
  id: number
  name: string
  slug: string
}

/** The performers of some scopes by every name under which a source may know them. */
export interface PerformerBook {
  find(scope: string, name: string): Performer | undefined
  /**
   * The performer of that name, made when there is none, with all of its other names written down. With `rename` the
   * given name becomes the one that is shown. Answers what had to be done.
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

export async function openPerformerBook(tx: Tx, scopes: readonly string[]): Promise<PerformerBook> {
  const { rows } = await sql<AliasRow>`
    select a.scope, a.name_key, p.id, p.name, p.slug
    from performer_aliases a join performers p on p.id = a.performer_id
    where a.scope = any(${[...new Set(scopes)]})`.execute(tx)
  const byId = new Map<number, Performer>()
  const byName = new Map<string, Performer>()
  for (const { scope, name_key: key, ...performer } of rows) {
    const known = byId.get(performer.id) ?? performer
    byId.set(performer.id, known)
    byName.set(`${scope}\n${key}`, known)
  }

  // Two clubs of one name in two countries: the second carries its scope, so that both addresses hold.
  async function insert(tx: Tx, { scope, kind, name, countryCode }: PerformerName): Promise<Performer> {
    return insertUnderFreeSlug({ name, qualifier: scope }, async (slug) => {
      const { rows: made } = await sql<Performer>`
        insert into performers (kind, name, slug, country_code) values (${kind}, ${name}, ${slug}, ${countryCode})
        on conflict (slug) do nothing returning id, name, slug`.execute(tx)
      return made[0]
    })
  }

  const find: PerformerBook['find'] = (scope, name) => byName.get(`${scope}\n${matchKey(name)}`)
  return {
    find,
    async ensure(tx, wanted, { rename } = { rename: false }) {
      const names = [wanted.name, ...wanted.aliases]
      const known = names.map((name) => find(wanted.scope, name)).find((found) => found !== undefined)
      const performer = known ?? (await insert(tx, wanted))
      const missing = [...new Set(names.map(matchKey))].filter(
        (key) => !byName.has(`${wanted.scope}\n${key}`),
      )
      if (missing.length > 0) {
        await sql`
          insert into performer_aliases (scope, name_key, performer_id)
          select ${wanted.scope}, key, ${performer.id} from unnest(${missing}::text[]) as key`.execute(tx)
      }
      for (const key of missing) byName.set(`${wanted.scope}\n${key}`, performer)
      const isRenamed = rename && performer.name !== wanted.name
      if (isRenamed) {
        await sql`update performers set name = ${wanted.name} where id = ${performer.id}`.execute(tx)
        await moveToFreeSlug(tx, 'performers', { ...wanted, id: performer.id, qualifier: wanted.scope })
        performer.name = wanted.name
      }
      if (!known) return 'added'
      return missing.length > 0 || isRenamed ? 'changed' : 'unchanged'
    },
  }
}
