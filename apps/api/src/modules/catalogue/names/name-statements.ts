import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import { matchKey } from '../matching/match-key.ts'
import type { NameRow, NameType } from './parse-names.ts'

/** Statements to add and remove one name; `problem` if its target does not exist. */
export type NameStatements = { add: RawBuilder<unknown>; remove: RawBuilder<unknown> } | { problem: string }

const tables = { category: 'categories', performer: 'performers', venue: 'venues' } as const
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

type StatementsOf = (tx: Tx, row: NameRow) => Promise<NameStatements>

const statementsByType: Readonly<Record<NameType, StatementsOf>> = {
  category: nickname('category'),
  performer: nickname('performer'),
  venue: nickname('venue'),
  city: (_, { of, name }) => placeName('city', matchKey(of), name),
  async country(tx, { of, name }) {
    const { rows } = await sql`select from countries where code = ${of}`.execute(tx)
    return rows.length > 0
      ? placeName('country', of, name)
      : { problem: `of: no country has the code "${of}"` }
  },
  keyword,
  event: eventAlias,
  rivalry,
  'kick-off': kickOff,
  'event-session': session(true),
  'other-session': session(false),
}

/** Finds the target of a name and returns the statements to add and remove the name. */
export function nameStatements(tx: Tx, row: NameRow): Promise<NameStatements> {
  return statementsByType[row.type](tx, row)
}

async function idOf(tx: Tx, type: keyof typeof tables, slug: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(tables[type])} where slug = ${slug}`.execute(tx)
  return rows[0]?.id
}

async function competitionId(tx: Tx, slug: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select category_id as id from competitions join categories on id = category_id where slug = ${slug}`.execute(
    tx,
  )
  return rows[0]?.id
}

/** More names of one entry would only make searches slow. */
export const maxNicknames = 200

async function hasEnoughNames(
  tx: Tx,
  type: keyof typeof tables,
  { id, name }: { id: number; name: string },
): Promise<boolean> {
  const { rows } = await sql<{ count: number; isKnown: boolean }>`
    select count(*)::integer as count, coalesce(bool_or(name = ${name}), false) as "isKnown"
    from nicknames where type = ${type} and type_id = ${id}`.execute(tx)
  const [found] = rows
  return found !== undefined && found.count >= maxNicknames && !found.isKnown
}

function nickname(type: keyof typeof tables): StatementsOf {
  return async (tx, { of, name }) => {
    const id = await idOf(tx, type, of)
    if (id === undefined) return { problem: `of: no ${type} has the slug "${of}"` }
    if (await hasEnoughNames(tx, type, { id, name }))
      return { problem: `of: ${of} has ${maxNicknames} names already; remove one first` }
    return {
      add: sql`insert into nicknames (type, type_id, name) values (${type}, ${id}, ${name}) on conflict do nothing`,
      remove: sql`delete from nicknames where type = ${type} and type_id = ${id} and name = ${name}`,
    }
  }
}

async function placeName(kind: 'city' | 'country', key: string, name: string): Promise<NameStatements> {
  if (key === '') return { problem: 'of: has no letters or digits' }
  return {
    add: sql`insert into place_names (kind, place_key, name) values (${kind}, ${key}, ${name}) on conflict do nothing`,
    remove: sql`delete from place_names where kind = ${kind} and place_key = ${key} and name = ${name}`,
  }
}

async function keyword(tx: Tx, { of, name }: NameRow): Promise<NameStatements> {
  const { rows } = await sql`select from categories where slug = ${of} and parent_id is null`.execute(tx)
  if (rows.length === 0) return { problem: `of: no sport or genre has the slug "${of}"` }
  return {
    add: sql`update categories set keywords = array_append(keywords, ${name}::text)
      where slug = ${of} and ${name} <> all(keywords)`,
    remove: sql`update categories set keywords = array_remove(keywords, ${name}::text)
      where slug = ${of} and ${name} = any(keywords)`,
  }
}

async function eventAlias(tx: Tx, { of, name }: NameRow): Promise<NameStatements> {
  const [slug = '', ...rest] = of.split('/')
  const title = rest.join('/').trim()
  const key = matchKey(name)
  if (title === '') return { problem: 'of: must be a competition and a title, such as nfl/Super Bowl' }
  if (key === '') return { problem: 'name: has no letters or digits' }
  if ((await competitionId(tx, slug)) === undefined)
    return { problem: `of: no competition has the slug "${slug}"` }
  const { rows } = await sql<{ title: string }>`
    select title from event_aliases where competition = ${slug} and name_key = ${key} and title <> ${title}`.execute(
    tx,
  )
  if (rows[0]) return { problem: `name: "${name}" already means ${rows[0].title}` }
  return {
    add: sql`insert into event_aliases (competition, name_key, title) values (${slug}, ${key}, ${title})
      on conflict do nothing`,
    remove: sql`delete from event_aliases where competition = ${slug} and name_key = ${key} and title = ${title}`,
  }
}

async function rivalry(tx: Tx, { of, name }: NameRow): Promise<NameStatements> {
  const slugs = of.split('+').map((slug) => slug.trim())
  if (slugs.length !== 2) return { problem: 'of: must be two performers, such as arsenal + chelsea' }
  const ids: number[] = []
  for (const slug of slugs) {
    const id = await idOf(tx, 'performer', slug)
    if (id === undefined) return { problem: `of: no performer has the slug "${slug}"` }
    ids.push(id)
  }
  const [lower = 0, higher = 0] = ids.toSorted((left, right) => left - right)
  if (lower === higher) return { problem: 'of: a performer is no rival of itself' }
  return {
    add: sql`insert into rivalry_names (performer_id, rival_id, name) values (${lower}, ${higher}, ${name})
      on conflict do nothing`,
    remove: sql`delete from rivalry_names where performer_id = ${lower} and rival_id = ${higher} and name = ${name}`,
  }
}

async function kickOff(tx: Tx, { of, name }: NameRow): Promise<NameStatements> {
  const [, slug = '', day = '', time = ''] = /^(\S+)\s+([a-z]+)\s+((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(of) ?? []
  const weekday = weekdays.indexOf(day)
  if (weekday < 0)
    return { problem: 'of: must be a competition, a weekday and a time, such as nfl sunday 17:00' }
  const id = await competitionId(tx, slug)
  if (id === undefined) return { problem: `of: no competition has the slug "${slug}"` }
  return {
    add: sql`insert into kick_off_names (category_id, weekday, from_time, name)
      values (${id}, ${weekday}::smallint, ${time}::time, ${name}) on conflict do nothing`,
    remove: sql`delete from kick_off_names where category_id = ${id} and weekday = ${weekday}::smallint
      and from_time = ${time}::time and name = ${name}`,
  }
}

const sessionKinds = [
  'race',
  'sprint',
  'qualifying',
  'practice',
  'warm-up',
  'test',
  'ceremony',
  'other',
] as const

/** `formula-1/practice`, or `formula-1` for a race or another session. */
function session(isEvent: boolean): StatementsOf {
  return async (tx, { of, name }) => {
    const [slug = '', kind = isEvent ? 'race' : 'other'] = of.split('/')
    if (!sessionKinds.some((known) => known === kind))
      return { problem: `of: "${kind}" must be one of ${sessionKinds.join(', ')}` }
    const id = await competitionId(tx, slug)
    const key = matchKey(name)
    if (id === undefined) return { problem: `of: no competition has the slug "${slug}"` }
    if (key === '') return { problem: 'name: has no letters or digits' }
    return {
      add: sql`insert into competition_sessions as s (category_id, name_key, is_event, kind)
        values (${id}, ${key}, ${isEvent}, ${kind}) on conflict (category_id, name_key) do update
        set is_event = excluded.is_event, kind = excluded.kind
        where (s.is_event, s.kind) <> (excluded.is_event, excluded.kind)`,
      remove: sql`delete from competition_sessions
        where category_id = ${id} and name_key = ${key} and is_event = ${isEvent}`,
    }
  }
}
